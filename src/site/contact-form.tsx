import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react'
import type { EnquiriesApi } from '../enquiries/contract.ts'
import { ApiError } from '../platform/client.ts'
import { useApi, useWords } from '../platform/page.tsx'
import type { FieldErrors } from '../platform/refused.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { focusFirstError, TextArea, TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './contact-form.module.css'
import { useShell } from './shell.ts'

/** Get In Touch. The sum is asked for when the form is there: every page drawn ahead would have the same one. */
export function ContactForm() {
  const { t } = useWords()
  const { email } = useShell().global
  const api = useApi<EnquiriesApi>()
  const form = useRef<HTMLFormElement>(null)
  const [captcha, renewCaptcha] = useCaptcha(api, form)
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [thanked, setThanked] = useState(false)
  useEffect(() => focusFirstError(form.current), [errors])

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const said = (name: string) => String(data.get(name)).trim()
    const sum = wholeNumber(said('captcha'))
    const wrong = {
      ...missing(event.currentTarget),
      ...(captcha && said('captcha') && sum !== captcha.first + captcha.second && { captcha: [t('error.captcha')] }),
    }
    setFailure(null)
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return wrong.captcha && said('captcha') ? renewCaptcha() : undefined
    if (!captcha) return setFailure(t('contact.unreachable'))
    setBusy(true)
    try {
      await api.sendContact({
        name: said('name'),
        email: said('email'),
        subject: said('subject'),
        message: said('message'),
        website: said('website'),
        captcha: sum,
        captcha_token: captcha.captcha_token,
      })
      form.current?.reset()
      setThanked(true)
    } catch (error) {
      if (error instanceof ApiError && error.status === 422) setErrors(error.errors)
      else
        setFailure(
          error instanceof ApiError ? [t('contact.failed'), error.message].join(' ') : t('contact.unreachable'),
        )
    } finally {
      setBusy(false)
      renewCaptcha()
    }
  }

  function missing(element: HTMLFormElement): Record<string, string[]> {
    const controls = [...element.querySelectorAll<HTMLInputElement>('input:invalid')]
    return Object.fromEntries(
      controls.map((control) => [control.name, [t(control.validity.valueMissing ? 'error.required' : 'error.email')]]),
    )
  }

  return (
    <>
      <p className={styles.withoutScripts}>{t('contact.without_scripts', { email })}</p>
      <form ref={form} method="dialog" className={`${styles.form} needs-scripts`} noValidate onSubmit={onSubmit}>
        <TextField label={t('contact.name')} name="name" autoComplete="name" required error={errors['name']?.[0]} />
        <TextField
          label={t('contact.email')}
          name="email"
          type="email"
          autoComplete="email"
          required
          error={errors['email']?.[0]}
        />
        <TextField
          label={<Optional label={t('contact.subject')} />}
          name="subject"
          className={styles.wide}
          error={errors['subject']?.[0]}
        />
        <TextArea
          label={<Optional label={t('contact.message')} />}
          name="message"
          rows={6}
          className={styles.wide}
          error={errors['message']?.[0]}
        />
        <TextField
          label={
            captcha
              ? t('contact.captcha', { first: captcha.first, second: captcha.second })
              : t('contact.captcha_coming')
          }
          hint={t('contact.captcha_hint')}
          name="captcha"
          inputMode="numeric"
          autoComplete="off"
          required
          error={(errors['captcha'] ?? errors['captcha_token'])?.[0]}
        />
        <p className="visually-hidden" aria-hidden="true">
          <input name="website" tabIndex={-1} autoComplete="off" aria-label="Website" />
        </p>
        <div className={styles.wide}>
          {failure && <Notice tone="error" heading="h3" title={failure} />}
          <Button type="submit" busy={busy}>
            {t(busy ? 'contact.sending' : 'contact.send')}
          </Button>
        </div>
      </form>
      <Dialog open={thanked} title={t('contact.thanks_title')} onClose={() => setThanked(false)}>
        <p>{t('contact.thanks_text')}</p>
        <p>
          <Button onClick={() => setThanked(false)}>{t('shell.close')}</Button>
        </p>
      </Dialog>
    </>
  )
}

function useCaptcha(api: EnquiriesApi, form: React.RefObject<HTMLFormElement | null>) {
  const [captcha, setCaptcha] = useState<Awaited<ReturnType<EnquiriesApi['getCaptcha']>> | null>(null)
  const renew = useCallback(() => {
    api.getCaptcha({}).then(
      (fresh) => {
        const answer = form.current?.elements.namedItem('captcha')
        if (answer instanceof HTMLInputElement) answer.value = ''
        setCaptcha(fresh)
      },
      (error: unknown) => console.error('Error fetching data', error),
    )
  }, [api, form])
  useEffect(renew, [renew])
  return [captcha, renew] as const
}

function Optional({ label }: { label: string }) {
  const { t } = useWords()
  return (
    <>
      {label} <span className={styles.optional}>{t('field.optional')}</span>
    </>
  )
}

/** In the digits of either language. */
const wholeNumber = (text: string): number =>
  Number(text.replace(/[০-৯]/g, (digit) => String('০১২৩৪৫৬৭৮৯'.indexOf(digit))))
