import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { useApi, useWords } from '#platform/pages/page.tsx'
import type { RatesApi, RatesChange, RatesPreview } from './rates-contract.ts'

/** Nobody is asked while somebody still types. */
const REST_MS = 300

interface Told {
  /** What was asked: what is otherwise since is not what was told. */
  of: string
  preview: RatesPreview | null
  refusal: ApiError | null
}

/** What a change would do, asked for by itself whenever what is typed has come to rest. */
export function usePreview(form: RatesChange | null) {
  const api = useApi<RatesApi>()
  const { t } = useWords()
  const [told, setTold] = useState<Told | null>(null)
  const [turn, setTurn] = useState(0)
  const key = form && JSON.stringify(form)
  useEffect(() => {
    if (key === null) return setTold(null)
    let isOver = false
    const timer = setTimeout(() => {
      api.previewRates(JSON.parse(key) as RatesChange).then(
        (preview) => !isOver && setTold({ of: key, preview, refusal: null }),
        (error: unknown) => {
          const userError = error instanceof ApiError ? error : new ApiError(0, { message: t('failure.offline') })
          if (!isOver) setTold({ of: key, preview: null, refusal: userError })
        },
      )
    }, REST_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [api, key, turn, t])
  const again = useCallback(() => setTurn((before) => before + 1), [])
  const isCurrent = told !== null && told.of === key
  return {
    /** What was told last stays in sight until there is something newer. */
    preview: key === null ? null : (told?.preview ?? null),
    refusal: isCurrent ? told.refusal : null,
    isCurrent,
    isAsking: key !== null && !isCurrent,
    again,
  }
}
