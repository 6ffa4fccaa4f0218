import { useEffect, useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { useApi } from '#platform/pages/page.tsx'
import type { Arrangement, DeskApi } from '../contract.ts'

export type ArrangementPreview = Awaited<ReturnType<DeskApi['previewArrangement']>>

interface PreviewState {
  preview: ArrangementPreview | null
  rejection: string | null
  /** The field that causes the conflict. */
  rejectedField: string | null
}

const PAUSE_MS = 250

/**
 * Loads the preview of an arrangement once the user has stopped typing for a moment. `preview` is null until it has
 * loaded.
 */
export function usePreview(arrangement: Arrangement | null): PreviewState {
  const api = useApi<DeskApi>()
  const requestKey = JSON.stringify(arrangement)
  const [result, setResult] = useState<(PreviewState & { requestKey: string }) | null>(null)
  useEffect(() => {
    if (requestKey === 'null') return
    let isCurrent = true
    const timer = setTimeout(() => {
      api.previewArrangement(JSON.parse(requestKey) as Arrangement).then(
        (preview) =>
          isCurrent &&
          setResult({ requestKey, preview, rejection: preview.refused, rejectedField: preview.refused_at }),
        (error: unknown) => isCurrent && setResult({ requestKey, preview: null, ...getErrorDetails(error) }),
      )
    }, PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [api, requestKey])
  return result?.requestKey === requestKey ? result : { preview: null, rejection: null, rejectedField: null }
}

function getErrorDetails(error: unknown): Pick<PreviewState, 'rejection' | 'rejectedField'> {
  if (!(error instanceof ApiError)) return { rejection: '', rejectedField: null }
  const [[field, sentences] = [null, []]] = Object.entries(error.errors)
  return { rejection: sentences[0] ?? error.message, rejectedField: field }
}
