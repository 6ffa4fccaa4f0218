import { useEffect, useRef, useState } from 'react'
import type { Captcha, EnquiriesApi } from '../contract.ts'
import { systemClock } from '#platform/clock.ts'
import { useApi } from '#platform/pages/page.tsx'
import type { RejectedForm } from '#platform/pages/rejected-form.ts'

/**
 * The captcha of the form. The page contains the first one, and `renew` loads another one. `renewIfOld` does so only
 * shortly before the expiry and after it.
 */
export function useCaptcha(initialCaptcha: Captcha | null) {
  const api = useApi<EnquiriesApi>()
  const [captcha, setCaptcha] = useState(initialCaptcha)
  const renewAt = useRef(Infinity)
  useEffect(() => {
    renewAt.current = captcha ? systemClock() + (captcha.lasts_seconds - MARGIN_SECONDS) * 1_000 : 0
  }, [captcha])

  async function renew(form: HTMLFormElement) {
    try {
      const newCaptcha = await api.getCaptcha({})
      const answerInput = form.elements.namedItem('captcha')
      if (answerInput instanceof HTMLInputElement) answerInput.value = ''
      setCaptcha(newCaptcha)
    } catch (error) {
      console.error('Error fetching data', error)
    }
  }
  function renewIfOld(form: HTMLFormElement) {
    if (systemClock() > renewAt.current) void renew(form)
  }
  return { captcha, renew, renewIfOld }
}

const MARGIN_SECONDS = 60

/** Returns the captcha of a form that was rejected for another reason. Its typed answer is still valid. */
export function getUnansweredCaptcha(rejection: RejectedForm | null, pageCaptcha: Captcha | null): Captcha | null {
  if (!pageCaptcha || !rejection || rejection.errors['captcha']) return null
  const { captcha_token, captcha_first, captcha_second } = rejection.values
  const [first, second] = [Number(captcha_first), Number(captcha_second)]
  return captcha_token && first && second ? { ...pageCaptcha, captcha_token, first, second } : null
}
