import { useId } from 'react'
import type { Captcha } from '../contract.ts'
import { Link, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextArea, TextField } from '#ui/form/field.tsx'
import { OptionalLabel } from '#ui/form/optional-label.tsx'
import { Notice } from '#ui/notice.tsx'
import { href, inLanguage } from '#routes/public.ts'
import { FileField, Progress } from '../files/file-field.tsx'
import styles from './contact-form.module.css'
import { useContactForm } from './use-contact-form.ts'

type FormState = ReturnType<typeof useContactForm>

/** The "Get in touch" form. Scripts send it to the API; without scripts it is posted to its own page. */
export function ContactForm({ initialCaptcha, subject }: { initialCaptcha: Captcha | null; subject: string }) {
  const { t, language } = useTranslator()
  const state = useContactForm(initialCaptcha, subject)
  const { sending: formState, field: getFieldProps } = state
  return (
    <>
      <form
        {...formState.form}
        method="post"
        action={inLanguage(href('contact'), language)}
        className={styles.form}
        onFocus={(event) => state.renewIfOld(event.currentTarget)}
      >
        <TextField {...getFieldProps('name')} label={t('contact.name')} autoComplete="name" required />
        <TextField {...getFieldProps('email')} label={t('contact.email')} type="email" autoComplete="email" required />
        <TextField
          {...getFieldProps('subject')}
          label={<OptionalLabel>{t('contact.subject')}</OptionalLabel>}
          className={styles.wide}
        />
        <TextArea
          {...getFieldProps('message')}
          label={<OptionalLabel>{t('contact.message')}</OptionalLabel>}
          rows={6}
          className={styles.wide}
        />
        <FileField
          label={t('files.contact')}
          files={state.files}
          errors={formState.errors}
          className={styles.wide}
          onClearError={formState.clear}
        />
        <CaptchaField captcha={state.captcha} fieldProps={getFieldProps('captcha')} />
        <p className="visually-hidden" aria-hidden="true">
          <input name="website" tabIndex={-1} autoComplete="off" aria-label="Website" />
        </p>
        <SubmitButton state={state} />
      </form>
      <Dialog open={state.isSent} title={t('contact.thanks_title')} onClose={state.close}>
        <p>{t('contact.thanks_text')}</p>
        <p>
          <Button onClick={state.close}>{t('shell.close')}</Button>
        </p>
      </Dialog>
    </>
  )
}

/** A sum to solve. The hidden fields return the captcha without scripts. */
function CaptchaField({
  captcha,
  fieldProps,
}: {
  captcha: Captcha | null
  fieldProps: ReturnType<FormState['field']>
}) {
  const { t } = useTranslator()
  return (
    <>
      <TextField
        {...fieldProps}
        label={
          captcha
            ? t('contact.captcha', { first: captcha.first, second: captcha.second })
            : t('contact.captcha_loading')
        }
        hint={t('contact.captcha_hint')}
        className={styles.captcha}
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
    </>
  )
}

/** The end of the form: the failure, the progress of the files, the button and a link to the privacy page. */
function SubmitButton({ state: { sending: formState, percent, focusesButton } }: { state: FormState }) {
  const { t } = useTranslator()
  const failureId = useId()
  const { failure, userError, isBusy } = formState
  return (
    <div className={`stack-5 ${styles.wide}`}>
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
      <div className="row-5">
        <Button
          type="submit"
          isBusy={isBusy}
          aria-describedby={failure ? failureId : undefined}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the visitor has just pressed this button
          autoFocus={focusesButton}
        >
          {t(isBusy ? 'contact.sending' : 'contact.send')}
        </Button>
        <Link to={href('privacy')} className="tall">
          {t('privacy.hint')}
        </Link>
      </div>
    </div>
  )
}
