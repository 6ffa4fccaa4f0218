import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { useApi, useWords } from '#platform/pages/page.tsx'
import type { RatesApi, RatesChange, RatesPreview } from './rates-contract.ts'

/** No request is sent until the user stops typing for this long. */
const REST_MS = 300

interface Told {
  /** The request of this result. The result is outdated if the current request differs. */
  of: string
  preview: RatesPreview | null
  refusal: ApiError | null
}

/** Loads the effect of a change whenever the user stops typing. */
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
    /** The last result stays visible until a new one arrives. */
    preview: key === null ? null : (told?.preview ?? null),
    refusal: isCurrent ? told.refusal : null,
    isCurrent,
    isAsking: key !== null && !isCurrent,
    again,
  }
}
