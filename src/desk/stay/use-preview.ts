import { useEffect, useState } from 'react'
import { ApiError } from '../../platform/errors.ts'
import { useApi } from '../../platform/pages/page.tsx'
import type { Arrangement, DeskApi } from '../contract.ts'

export type Preview = Awaited<ReturnType<DeskApi['previewArrangement']>>

const PAUSE_MS = 250

/** What an arrangement would mean, asked for once nothing has been changed for a moment. Null: not known yet. */
export function usePreview(arrangement: Arrangement | null): { preview: Preview | null; refused: string | null } {
  const api = useApi<DeskApi>()
  const asked = JSON.stringify(arrangement)
  const [told, setTold] = useState<{ asked: string; preview: Preview | null; refused: string | null } | null>(null)
  useEffect(() => {
    if (asked === 'null') return
    let isWanted = true
    const timer = setTimeout(() => {
      api.previewArrangement(JSON.parse(asked) as Arrangement).then(
        (preview) => isWanted && setTold({ asked, preview, refused: preview.refused }),
        (error: unknown) =>
          isWanted && setTold({ asked, preview: null, refused: error instanceof ApiError ? error.message : '' }),
      )
    }, PAUSE_MS)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [api, asked])
  return told?.asked === asked ? told : { preview: null, refused: null }
}
