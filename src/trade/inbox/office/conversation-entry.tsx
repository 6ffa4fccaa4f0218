import { Link, useApi, useTranslator } from '#platform/pages/page.tsx'
import type { EmailState } from '#mail/email-state.ts'
import type { SentEmailsApi } from '#mail/office/sent-contract.ts'
import { stateTones } from '#mail/office/tones.ts'
import { Button } from '#ui/button.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useOffice } from '#ui/office/office-context.ts'
import { Chip } from '#ui/office/record-page.tsx'
import { formatWhen } from '#ui/office/format-time.ts'
import { officeHref } from '#routes/office.ts'
import type { QuotationOutcome } from '#schema/inbox.ts'
import type { Translator } from '#locales/translator.ts'
import { ConversationFiles, type FileOwner } from './conversation-files.tsx'
import type { ConversationEntry } from './contract.ts'
import styles from './conversation.module.css'

/** An entry of a conversation: an email with its delivery, a note, or an event of a quotation. */
export function Entry({
  entry,
  owner,
  onRetry,
}: {
  entry: ConversationEntry
  owner: FileOwner
  /** Called when the email of the entry is sent again. */
  onRetry: () => void
}) {
  const translator = useTranslator()
  const { t } = translator
  const office = useOffice()
  const { kind, at, who, text, files, email_state, email_id, quotation } = entry
  const hasEmailLink = email_id !== null && office.can('manage emails')
  const hasQuotationLink = quotation !== null && quotation.id !== null && office.can('make quotations')
  return (
    <li className={styles.entry} data-kind={quotation ? (isByBuyer(quotation.became) ? 'mail' : 'letter') : kind}>
      <p className={styles.head}>
        <strong>
          {kind !== 'quotation'
            ? t(`inbox.entry_${kind}`)
            : quotation && t(`inbox.quotation_${quotation.became}`, { number: quotation.number })}
        </strong>
        <span className="small">{[who, formatWhen(translator, at)].filter(Boolean).join(', ')}</span>
        {email_state && <Chip tone={stateTones[email_state]}>{describeDelivery(translator, entry)}</Chip>}
      </p>
      {text && <p className={styles.text}>{text}</p>}
      {files.length > 0 && <ConversationFiles files={files} owner={owner} />}
      <DeliveryErrorNotice entry={entry} onRetry={onRetry} />
      {(hasEmailLink || hasQuotationLink) && (
        <p className={styles.links}>
          {hasEmailLink && <Link to={officeHref('email', email_id)}>{t('inbox.view_email')}</Link>}
          {hasQuotationLink &&
            (isAboutOrder(quotation.became) ? (
              <Link to={officeHref('order', quotation.id!)}>{t('orders.follow')}</Link>
            ) : (
              <Link to={officeHref('quotation', quotation.id!)}>{t('inbox.view_quotation')}</Link>
            ))}
        </p>
      )}
    </li>
  )
}

const isByBuyer = (outcome: QuotationOutcome) =>
  ['asked', 'accepted', 'declined', 'sample_approved', 'sample_rejected'].includes(outcome)

/** Returns whether an entry is about an order. An accepted quotation has become one. */
const isAboutOrder = (outcome: QuotationOutcome) =>
  ['accepted', 'order_updated', 'sample_approved', 'sample_rejected'].includes(outcome)

/** The delivery of an email in words, with the time if it was sent. */
export function describeDelivery(
  { t, clock }: Translator,
  { at, email_state, email_sent_at }: ConversationEntry,
): string {
  if (email_state !== 'sent' || email_sent_at === null)
    return t(`inbox.email_${email_state as Exclude<EmailState, 'sent'>}`)
  const [day, time] = clock(Date.parse(email_sent_at))
  return day === clock(Date.parse(at))[0] ? t('inbox.email_sent', { time }) : t('inbox.email_sent_on', { day, time })
}

/** Why an email did not arrive, with a button that sends an answer again. */
function DeliveryErrorNotice({
  entry: { kind, email_state, email_id, email_error },
  onRetry,
}: {
  entry: ConversationEntry
  onRetry: () => void
}) {
  const { t } = useTranslator()
  const office = useOffice()
  if (email_state !== 'withheld' && email_state !== 'failed' && email_state !== 'bounced') return null
  const isWithheld = email_state === 'withheld'
  const reason = isWithheld ? t('emails.withheld_text') : email_error
  return (
    <div className={styles.problem}>
      {reason && (
        <p className="small" lang={isWithheld ? undefined : 'en'}>
          {reason}
        </p>
      )}
      {kind === 'letter' && email_state !== 'bounced' && office.can('manage emails') && (
        <RetryForm emailId={email_id!} onRetry={onRetry} />
      )}
    </div>
  )
}

function RetryForm({ emailId, onRetry }: { emailId: number; onRetry: () => void }) {
  const { t } = useTranslator()
  const api = useApi<SentEmailsApi>()
  const office = useOffice()
  const { form, isBusy, failure } = useForm(
    async ({ sendOnce }) => {
      await sendOnce(api.resendEmail, { id: emailId })
      await office.refresh()
      onRetry()
    },
    { isRepeatable: true },
  )
  return (
    <form {...form}>
      {failure && <Failure>{failure}</Failure>}
      <Button type="submit" variant="secondary" isBusy={isBusy}>
        {t('office.retry')}
      </Button>
    </form>
  )
}
