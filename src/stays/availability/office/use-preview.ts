import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import type { RatesApi, RateChangeForm, RatesPreview } from './rates-contract.ts'

/** No request is sent until the user stops typing for this long. */
const DEBOUNCE_MS = 300

interface PreviewResult {
  /** The request of this result. The result is outdated if the current request differs. */
  key: string
  preview: RatesPreview | null
  userError: ApiError | null
}

/** Loads the effect of a change whenever the user stops typing. */
export function usePreview(form: RateChangeForm | null) {
  const api = useApi<RatesApi>()
  const { t } = useTranslator()
  const [result, setResult] = useState<PreviewResult | null>(null)
  const [attempt, setAttempt] = useState(0)
  const formKey = form && JSON.stringify(form)
  useEffect(() => {
    if (formKey === null) return setResult(null)
    let isCancelled = false
    const timer = setTimeout(() => {
      api.previewRates(JSON.parse(formKey) as RateChangeForm).then(
        (preview) => !isCancelled && setResult({ key: formKey, preview, userError: null }),
        (error: unknown) => {
          const userError = error instanceof ApiError ? error : new ApiError(0, { message: t('failure.offline') })
          if (!isCancelled) setResult({ key: formKey, preview: null, userError })
        },
      )
    }, DEBOUNCE_MS)
    return () => {
      isCancelled = true
      clearTimeout(timer)
    }
  }, [api, formKey, attempt, t])
  const retry = useCallback(() => setAttempt((before) => before + 1), [])
  const isCurrent = result !== null && result.key === formKey
  return {
    /** The last result stays visible until a new one arrives. */
    preview: formKey === null ? null : (result?.preview ?? null),
    userError: isCurrent ? result.userError : null,
    isCurrent,
    isLoading: formKey !== null && !isCurrent,
    retry,
  }
}
