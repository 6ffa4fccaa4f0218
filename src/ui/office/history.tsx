import { useEffect, useState } from 'react'
import { useApi, useWords } from '#platform/pages/page.tsx'
import { LogLines, type LogLine } from './changes.tsx'
import { useDesk } from './desk.ts'
import { Part } from './file.tsx'

interface LogApi {
  getLog: (asked: { subject: string }) => Promise<{ data: LogLine[] }>
}

/** The audit log of a subject, for users who may see the log. `version` changes with each save. */
export function History({ subject, version }: { subject: string; version: unknown }) {
  const { t } = useWords()
  const { getLog } = useApi<LogApi>()
  const isSeen = useDesk().may('see the log')
  const [lines, setLines] = useState<LogLine[] | null>(null)
  useEffect(() => {
    if (!isSeen) return
    let isLeft = false
    getLog({ subject }).then(
      ({ data }) => !isLeft && setLines(data.slice(0, MAX_SEEN)),
      () => {},
    )
    return () => {
      isLeft = true
    }
  }, [getLog, isSeen, subject, version])
  if (!lines || lines.length === 0) return null
  return (
    <Part title={t('edit.history')}>
      <LogLines lines={lines} />
    </Part>
  )
}

const MAX_SEEN = 10
