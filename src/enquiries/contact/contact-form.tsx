import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import type { Captcha, EnquiriesApi } from '../contract.ts'
import { ApiError } from '../../platform/errors.ts'
import { Link, useApi, useRefused, useWords } from '../../platform/pages/page.tsx'
import type { FieldErrors } from '../../platform/errors.ts'
import { refusalIn } from '../../platform/http/send-once.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { focusFirstError, TextArea, TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { href, inLanguage } from '../../urls.ts'
import styles from './contact-form.module.css'
import { letterIn } from './contact-letter.ts'
import { stillAsked, useCaptcha } from './use-captcha.ts'

/** Get In Touch: sent by script where there are scripts, and as a form to its own page where there are none. */
export function ContactForm({ asked, subject }: { asked: Captcha | null; subject: string }) {
  const words = useWords()
  const { t, language } = words
  const api = useApi<EnquiriesApi>()
  const refused = useRefused()
  const form = useRef<HTMLFormElement>(null)
  const failureId = useId()
  const unanswered = stillAsked(refused, asked)
  const [typed, setTyped] = useState<Record<string, string>>({
    subject,
    ...refused?.typed,
    ...(!unanswered && { captcha: '' }),
  })
  const [errors, setErrors] = useState(refused?.errors ?? {})
  const [failure, setFailure] = useState<Failure | null>(
    refused && refused.status !== 422 ? { title: 'contact.failed', text: refused.message } : null,
  )
  const { captcha, renew, renewIfOld } = useCaptcha(unanswered ?? asked, form)
  const [busy, setBusy] = useState(false)
  const [thanked, setThanked] = useState(false)
  useEffect(() => {
    if (errors !== refused?.errors) focusFirstError(form.current)
  }, [errors, refused])

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const letter = letterIn(new FormData(event.currentTarget))
    const wrong = wrongIn(event.currentTarget, letter.captcha)
    setFailure(null)
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return letter.captcha !== undefined && wrong['captcha'] ? renew() : undefined
    if (!captcha) {
      setFailure({ title: 'contact.unreachable' })
      return renew()
    }
    setBusy(true)
    try {
      await api.sendContact(letter, { key: letter.captcha_token })
      form.current?.reset()
      setTyped({ captcha: '' })
      setThanked(true)
      renew()
    } catch (error) {
      onFailure(error)
    } finally {
      setBusy(false)
    }
  }

  function onFailure(error: unknown) {
    const { status, errors: fields, message } = refusalIn(error, words)
    if (status === 422) setErrors(fields)
    else setFailure({ title: error instanceof ApiError ? 'contact.failed' : 'contact.unreachable', text: message })
    // The sum is the key of the letter: as long as it is not refused itself, it stays.
    if (fields['captcha']) renew()
  }

  function wrongIn(element: HTMLFormElement, sum: number | undefined): FieldErrors {
    const controls = [...element.querySelectorAll<HTMLInputElement>('input:invalid')]
    const invalid = controls.map(({ name, validity }) => [
      name,
      [t(validity.valueMissing ? 'error.required' : 'error.email')],
    ])
    const isWrong = captcha && sum !== undefined && sum !== captcha.first + captcha.second
    return { ...Object.fromEntries(invalid), ...(isWrong && { captcha: [t('error.captcha')] }) }
  }

  /** Where a reader without scripts goes on: at the first field that is wrong, or at the button, under what failed. */
  const first = refused && names.find((name) => refused.errors[name])
  const field = (name: (typeof names)[number]) => ({
    name,
    defaultValue: typed[name],
    error: errors[name]?.[0],
    autoFocus: name === first,
  })
  return (
    <>
      <form
        ref={form}
        method="post"
        action={inLanguage(href('contact'), language)}
        className={styles.form}
        noValidate
        onSubmit={onSubmit}
        onFocus={renewIfOld}
      >
        <TextField {...field('name')} label={t('contact.name')} autoComplete="name" required />
        <TextField {...field('email')} label={t('contact.email')} type="email" autoComplete="email" required />
        <TextField {...field('subject')} label={<Optional label={t('contact.subject')} />} className={styles.wide} />
        <TextArea
          {...field('message')}
          label={<Optional label={t('contact.message')} />}
          rows={6}
          className={styles.wide}
        />
        <TextField
          {...field('captcha')}
          label={
            captcha
              ? t('contact.captcha', { first: captcha.first, second: captcha.second })
              : t('contact.captcha_coming')
          }
          hint={t('contact.captcha_hint')}
          inputMode="numeric"
          autoComplete="off"
          required
        />
        {captcha && (
          <>
            <input type="hidden" name="captcha_token" value={captcha.captcha_token} />
            <input type="hidden" name="captcha_first" value={captcha.first} />
            <input type="hidden" name="captcha_second" value={captcha.second} />
          </>
        )}
        <p className="visually-hidden" aria-hidden="true">
          <input name="website" tabIndex={-1} autoComplete="off" aria-label="Website" />
        </p>
        <div className={`${styles.wide} ${styles.send}`}>
          {failure && (
            <Notice id={failureId} tone="error" heading="h3" title={t(failure.title)}>
              {failure.text && <p>{failure.text}</p>}
            </Notice>
          )}
          <Button
            type="submit"
            busy={busy}
            aria-describedby={failure ? failureId : undefined}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the reader comes from there
            autoFocus={refused !== null && !first}
          >
            {t(busy ? 'contact.sending' : 'contact.send')}
          </Button>
          <p className={styles.privacy}>
            <Link to={href('privacy')}>{t('privacy.hint')}</Link>
          </p>
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

interface Failure {
  title: 'contact.failed' | 'contact.unreachable'
  text?: string
}

const names = ['name', 'email', 'subject', 'message', 'captcha'] as const

function Optional({ label }: { label: string }) {
  const { t } = useWords()
  return (
    <>
      {label} <span className={styles.optional}>{t('field.optional')}</span>
    </>
  )
}
