import { useEffect, useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { useApi } from '#platform/pages/page.tsx'
import type { Arrangement, DeskApi } from '../contract.ts'

export type Preview = Awaited<ReturnType<DeskApi['previewArrangement']>>

interface Told {
  preview: Preview | null
  refused: string | null
  /** The field that causes the conflict. */
  refusedAt: string | null
}

const PAUSE_MS = 250

/** Previews an arrangement once the input has paused for a moment. Null: not known yet. */
export function usePreview(arrangement: Arrangement | null): Told {
  const api = useApi<DeskApi>()
  const asked = JSON.stringify(arrangement)
  const [told, setTold] = useState<(Told & { asked: string }) | null>(null)
  useEffect(() => {
    if (asked === 'null') return
    let isWanted = true
    const timer = setTimeout(() => {
      api.previewArrangement(JSON.parse(asked) as Arrangement).then(
        (preview) => isWanted && setTold({ asked, preview, refused: preview.refused, refusedAt: preview.refused_at }),
        (error: unknown) => isWanted && setTold({ asked, preview: null, ...refusalOf(error) }),
      )
    }, PAUSE_MS)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [api, asked])
  return told?.asked === asked ? told : { preview: null, refused: null, refusedAt: null }
}

function refusalOf(error: unknown): Pick<Told, 'refused' | 'refusedAt'> {
  if (!(error instanceof ApiError)) return { refused: '', refusedAt: null }
  const [[field, sentences] = [null, []]] = Object.entries(error.errors)
  return { refused: sentences[0] ?? error.message, refusedAt: field }
}
