import { useState } from 'react'
import styles from '#content/office/settings.module.css'
import { ApiError } from '#platform/errors.ts'
import { Link, useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { DateField } from '#ui/office/date-field.tsx'
import { EditForm, BilingualField } from '#ui/office/edit/edit-form.tsx'
import { Fact, Facts, RecordPage, RecordSection } from '#ui/office/record-page.tsx'
import { History } from '#ui/office/history.tsx'
import { NumberField } from '#ui/office/number-field.tsx'
import { useEdit } from '#ui/office/edit/use-edit.ts'
import { officeHref, officePages } from '#routes/office.ts'
import type { EmailsOfficeApi, EmailSettings, SendingSettings } from './contract.ts'

/** The email settings page: the sender name, the automatic emails and a test email. */
export const emailsPage: Page<EmailsOfficeApi, SendingSettings> = {
  load: ({ api }) => api.getSendingSettings({}),
  head: (_, { t }) => ({ title: t('settings.emails'), hidden: true }),
  View: EmailsView,
}

function toEmailSettings(settings: SendingSettings): EmailSettings {
  const { sender_name_en, sender_name_bn, morning_email, reminder_hours, thanks_days, version } = settings
  const { shift_first, shift_second, shift_third, emergency_to } = settings
  return {
    sender_name_en,
    sender_name_bn,
    morning_email,
    reminder_hours,
    thanks_days,
    shift_first,
    shift_second,
    shift_third,
    emergency_to,
    version,
  }
}

const shiftFields = ['shift_first', 'shift_second', 'shift_third'] as const

function EmailsView({ data }: { data: SendingSettings }) {
  const { t } = useTranslator()
  const api = useApi<EmailsOfficeApi>()
  const { address, reply_to, place, to } = data
  const edit = useEdit<EmailSettings>(toEmailSettings(data), {
    save: (row) => api.saveEmailsSettings(row),
    load: async () => toEmailSettings(await api.getSendingSettings({})),
    draft: 'office settings emails',
  })
  const senderLabel = t('settings.sender_name')
  return (
    <RecordPage
      back={{ to: officePages.settings, label: t('settings.title') }}
      about={t('settings.emails_about')}
      title={t('settings.emails')}
      state={null}
      aside={<History subject="settings emails" version={edit.row.version} />}
    >
      <EditForm
        edit={edit}
        labels={{
          sender_name_en: t('edit.in_english', { label: senderLabel }),
          sender_name_bn: t('edit.in_bangla', { label: senderLabel }),
          morning_email: t('settings.morning_email'),
          reminder_hours: t('settings.reminder_hours'),
          thanks_days: t('settings.thanks_days'),
          ...Object.fromEntries(shiftFields.map((shift) => [shift, t(`settings.${shift}`)])),
          emergency_to: t('settings.emergency_to'),
        }}
      >
        <RecordSection title={t('settings.sender')}>
          <BilingualField
            edit={edit}
            en="sender_name_en"
            bn="sender_name_bn"
            label={senderLabel}
            hint={t('settings.sender_name_hint')}
          />
          <Facts>
            <Fact name={t('settings.sender_address')}>
              {address}
              <span className="small"> {t('settings.sender_fixed')}</span>
            </Fact>
            <Fact name={t('settings.reply_to')}>
              {reply_to || t('settings.reply_none')}{' '}
              <Link to={officeHref('settingsSection', 'contact')}>{t('settings.reply_change')}</Link>
            </Fact>
            <Fact name={t('settings.sent_through')}>{place}</Fact>
          </Facts>
        </RecordSection>
        <RecordSection title={t('settings.automatic_emails')}>
          <p>{t('settings.automatic_emails_text')}</p>
          <div className={styles.beside}>
            {(['reminder_hours', 'thanks_days'] as const).map((field) => (
              <NumberField
                key={field}
                label={t(`settings.${field}`)}
                hint={t(`settings.${field}_hint`)}
                name={field}
                value={edit.row[field]}
                error={edit.error(field)}
                onValueChange={(value) => edit.set({ [field]: value } as Partial<EmailSettings>)}
              />
            ))}
          </div>
        </RecordSection>
        <RecordSection title={t('settings.morning')}>
          <DateField
            label={t('settings.morning_email')}
            hint={t('settings.morning_email_hint')}
            type="time"
            {...edit.text('morning_email')}
          />
        </RecordSection>
        <RecordSection title={t('settings.shifts')}>
          <p>{t('settings.shifts_text')}</p>
          <div className={styles.beside}>
            {shiftFields.map((shift) => (
              <DateField key={shift} label={t(`settings.${shift}`)} type="time" {...edit.text(shift)} />
            ))}
          </div>
          <TextField
            label={t('settings.emergency_to')}
            hint={t('settings.emergency_to_hint')}
            {...edit.text('emergency_to')}
          />
        </RecordSection>
      </EditForm>
      <RecordSection title={t('emails.templates')}>
        <p>{t('emails.templates_text')}</p>
        <div>
          <ButtonLink variant="secondary" to={officePages.emailWordings}>
            {t('emails.edit_templates')}
          </ButtonLink>
        </div>
      </RecordSection>
      <TestEmail to={to} place={place} />
    </RecordPage>
  )
}

type Outcome = { to: string; failure: string | null } | { message: string }

function TestEmail({ to, place }: { to: string; place: string }) {
  const { t } = useTranslator()
  const api = useApi<EmailsOfficeApi>()
  const [isSending, setSending] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  async function send() {
    setSending(true)
    setOutcome(null)
    try {
      setOutcome(await api.sendTestEmail({}))
    } catch (error) {
      setOutcome({ message: error instanceof ApiError && error.message ? error.message : t('office.offline') })
    }
    setSending(false)
  }
  return (
    <RecordSection title={t('settings.test')}>
      {to ? <p>{t('settings.test_text', { to })}</p> : <p>{t('settings.test_no_address')}</p>}
      {to && (
        <div>
          <Button variant="secondary" isBusy={isSending} onClick={() => void send()}>
            {t('settings.test_send')}
          </Button>
        </div>
      )}
      <div role="status">{outcome && <OutcomeMessage outcome={outcome} place={place} />}</div>
    </RecordSection>
  )
}

function OutcomeMessage({ outcome, place }: { outcome: Outcome; place: string }) {
  const { t } = useTranslator()
  if ('message' in outcome)
    return (
      <p className={styles.outcome} data-kind="failed">
        {outcome.message}
      </p>
    )
  if (outcome.failure === null)
    return <p className={styles.outcome}>{t('settings.test_sent', { to: outcome.to, place })}</p>
  return (
    <div className={styles.outcome} data-kind="failed">
      <p>{t('settings.test_failed', { place })}</p>
      <p lang="en">{outcome.failure}</p>
    </div>
  )
}
