import { useId, useState } from 'react'
import type { Captcha, EnquiriesApi } from '../contract.ts'
import { ApiError, type FieldErrors } from '#platform/errors.ts'
import { Link, useApi, useRejectedForm, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextArea, TextField } from '#ui/form/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { emptyOrOdd, useForm } from '#ui/form/use-form.ts'
import { endpoints, href, inLanguage } from '#routes/public.ts'
import { FileField, Progress } from '../files/file-field.tsx'
import { useFiles } from '../files/use-files.ts'
import { maxFiles } from '../limits.ts'
import styles from './contact-form.module.css'
import { readContactForm } from './read-contact-form.ts'
import { unansweredCaptcha, useCaptcha } from './use-captcha.ts'

/** The "Get in touch" form. Scripts send it to the API; without scripts it is posted to its own page. */
export function ContactForm({ initialCaptcha, subject }: { initialCaptcha: Captcha | null; subject: string }) {
  const translator = useTranslator()
  const { t, language } = translator
  const api = useApi<EnquiriesApi>()
  const rejection = useRejectedForm()
  const failureId = useId()
  const openCaptcha = unansweredCaptcha(rejection, initialCaptcha)
  const [typed, setTyped] = useState<Record<string, string>>({
    subject,
    ...rejection?.typed,
    ...(!openCaptcha && { captcha: '' }),
  })
  const { captcha, renew, renewIfOld } = useCaptcha(openCaptcha ?? initialCaptcha)
  const [isSent, setIsSent] = useState(false)
  const files = useFiles(maxFiles.letter)
  const [percent, setPercent] = useState<number | null>(null)
  async function send(message: ReturnType<typeof readContactForm>): Promise<unknown> {
    const key = message.captcha_token
    if (files.chosen.length === 0) return api.sendContact(message, { key })
    setPercent(0)
    try {
      const { sendForm } = await import('../files/send-form.ts')
      const sent = files.chosen.map(({ file }) => file)
      const request = { fields: message, files: sent, key, onProgress: setPercent }
      return await sendForm(endpoints.sendContact[1], request, translator)
    } finally {
      setPercent(null)
    }
  }

  const {
    form,
    busy,
    refusal: userError,
    errors,
    error,
    failure,
    forget: clearError,
  } = useForm(
    async ({ form: sent, data, orUnsure }) => {
      if (!captcha) {
        void renew(sent)
        throw new ApiError(0, { message: t('failure.offline') })
      }
      await orUnsure(send(readContactForm(data)))
      files.clear()
      sent.reset()
      setTyped({ captcha: '' })
      setIsSent(true)
      void renew(sent)
    },
    { posted: rejection, validateFields: findErrors, onRefused, draftFields: savedFields, again: true },
  )

  function findErrors(element: HTMLFormElement): FieldErrors {
    const { captcha: sum } = readContactForm(new FormData(element))
    const isWrong = captcha && sum !== undefined && sum !== captcha.first + captcha.second
    if (isWrong) void renew(element)
    return {
      ...emptyOrOdd(element, translator),
      ...(isWrong && { captcha: [t('error.captcha')] }),
      ...files.fieldErrors(),
    }
  }

  /** Gets a new captcha only if the captcha was rejected, because its token is the idempotency key of the message. */
  function onRefused(apiError: ApiError, sent: HTMLFormElement): ApiError {
    if (apiError.errors['captcha']) void renew(sent)
    return apiError
  }

  /** The focus for a visitor without scripts: the first invalid field, or the button below the failure message. */
  const firstInvalid = rejection && fieldNames.find((name) => rejection.errors[name])
  const field = (name: (typeof fieldNames)[number]) => ({
    name,
    defaultValue: typed[name],
    error: error(name),
    autoFocus: name === firstInvalid,
  })
  return (
    <>
      <form
        {...form}
        method="post"
        action={inLanguage(href('contact'), language)}
        className={styles.form}
        onFocus={(event) => renewIfOld(event.currentTarget)}
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
        <FileField
          label={t('files.contact')}
          files={files}
          errors={errors}
          className={styles.wide}
          onClearError={clearError}
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
            <Notice
              id={failureId}
              tone="error"
              heading="h3"
              title={t(userError?.status === 0 ? 'contact.unreachable' : 'contact.failed')}
            >
              <p>{failure}</p>
            </Notice>
          )}
          <Progress percent={percent} />
          <Button
            type="submit"
            busy={busy}
            aria-describedby={failure ? failureId : undefined}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the visitor has just pressed this button
            autoFocus={rejection !== null && !firstInvalid}
          >
            {t(busy ? 'contact.sending' : 'contact.send')}
          </Button>
          <p className={styles.privacy}>
            <Link to={href('privacy')}>{t('privacy.hint')}</Link>
          </p>
        </div>
      </form>
      <Dialog open={isSent} title={t('contact.thanks_title')} onClose={() => setIsSent(false)}>
        <p>{t('contact.thanks_text')}</p>
        <p>
          <Button onClick={() => setIsSent(false)}>{t('shell.close')}</Button>
        </p>
      </Dialog>
    </>
  )
}

const savedFields = ['name', 'email', 'subject', 'message'] as const
const fieldNames = ['name', 'email', 'subject', 'message', 'captcha'] as const

function Optional({ label }: { label: string }) {
  const { t } = useTranslator()
  return (
    <>
      {label} <span className={styles.optional}>{t('field.optional')}</span>
    </>
  )
}
