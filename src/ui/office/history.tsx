import { useEffect, useState } from 'react'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { LogLines, type LogEntry } from './log-entries.tsx'
import { useOffice } from './office-context.ts'
import { RecordSection } from './record-page.tsx'

interface LogApi {
  getLog: (query: { subject: string }) => Promise<{ data: LogEntry[] }>
}

/**
 * The newest entries of the audit log for a subject, for users who may see the log. They are loaded again when
 * `version` changes, as it does with each save.
 */
export function History({ subject, version }: { subject: string; version: unknown }) {
  const { t } = useTranslator()
  const { getLog } = useApi<LogApi>()
  const isAllowed = useOffice().can('see the log')
  const [entries, setLines] = useState<LogEntry[] | null>(null)
  useEffect(() => {
    if (!isAllowed) return
    let isUnmounted = false
    getLog({ subject }).then(
      ({ data }) => !isUnmounted && setLines(data.slice(0, MAX_ENTRIES)),
      () => {},
    )
    return () => {
      isUnmounted = true
    }
  }, [getLog, isAllowed, subject, version])
  if (!entries || entries.length === 0) return null
  return (
    <RecordSection title={t('edit.history')}>
      <LogLines lines={entries} />
    </RecordSection>
  )
}

const MAX_ENTRIES = 10
