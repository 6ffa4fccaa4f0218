import { useState, type ReactNode } from 'react'
import { useRoute, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { OperationResult, Fact, Facts, RecordSection, WrittenText } from '#ui/office/record-page.tsx'
import { ContactLinks } from '#ui/office/contact-links.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { guestFields, lineFields, paragraphFields } from '../guest-fields.ts'
import { formatCancellationCost, getPaymentKey, listPreferenceLines } from '../summary.ts'
import { AnswerForm } from './answer-form.tsx'
import { CancelForm } from './cancel-form.tsx'
import type { BookingRecord } from './contract.ts'
import { NightPrices } from './night-prices.tsx'
import { EmailForm } from './email-form.tsx'
import { Emails } from './records.tsx'
import { useBookingActions } from './use-booking-actions.ts'

/**
 * The details of a booking. A pending request has the form for the answer, and a booked stay the form for a
 * cancellation.
 */
export function BookingSections({ record, children }: { record: BookingRecord; children?: ReactNode }) {
  const { t } = useTranslator()
  const { path } = useRoute()
  const { notice, answer, cancel, onConflict } = useBookingActions(record)
  const canAnswer = useOffice().can('answer requests')
  return (
    <>
      {notice && (
        <OperationResult key={notice.text} path={path} kind={notice.kind} undo={notice.undo}>
          {notice.text}
        </OperationResult>
      )}
      <BookingFacts record={record} />
      {paragraphFields.map(
        (name) =>
          record[name] && (
            <WrittenText key={name} label={t(guestFields[name].label)}>
              {record[name]}
            </WrittenText>
          ),
      )}
      {record.answer && (
        <RecordSection title={t('request.our_message')}>
          <WrittenText label={t('request.our_message')}>{record.answer}</WrittenText>
        </RecordSection>
      )}
      {canAnswer && record.can_be_answered && <AnswerForm record={record} answer={answer} onConflict={onConflict} />}
      {children}
      {canAnswer && record.can_be_cancelled && <CancelForm record={record} cancel={cancel} onConflict={onConflict} />}
    </>
  )
}

/** The emails to the guest, and the form for another one. */
export function EmailsSection({ record }: { record: BookingRecord }) {
  const { t } = useTranslator()
  const { path } = useRoute()
  const { notice, showSent } = useBookingActions(record)
  const canWrite = useOffice().can('answer requests') && record.email !== ''
  return (
    <>
      {notice && (
        <OperationResult key={notice.text} path={path}>
          {notice.text}
        </OperationResult>
      )}
      {record.email === '' && <p>{t('request.no_email')}</p>}
      <Emails emails={record.emails}>{canWrite && <WriteEmail record={record} onSent={showSent} />}</Emails>
    </>
  )
}

/** The contact details, the language and the account of the guest. */
export function GuestFacts({ record }: { record: BookingRecord }) {
  const { t } = useTranslator()
  return (
    <Facts>
      <ContactLinks email={record.email} phone={record.phone} subject={record.reply_subject} />
      <Fact name={t('office.language')}>{t(`office.language_${record.language}`)}</Fact>
      <Fact name={t('office.account')}>{t(record.has_account ? 'office.has_account' : 'office.no_account')}</Fact>
    </Facts>
  )
}

/** The button for an email to the guest, and the form that it opens. */
function WriteEmail({ record, onSent }: { record: BookingRecord; onSent: (record: BookingRecord) => void }) {
  const { t } = useTranslator()
  const [isWriting, setWriting] = useState(false)
  if (!isWriting)
    return (
      <Button variant="secondary" onClick={() => setWriting(true)}>
        {t('request.write')}
      </Button>
    )
  return (
    <EmailForm
      record={record}
      onSent={(updated) => {
        setWriting(false)
        onSent(updated)
      }}
      onClose={() => setWriting(false)}
    />
  )
}

function BookingFacts({ record }: { record: BookingRecord }) {
  const translator = useTranslator()
  const { t, number } = translator
  const costText = formatCancellationCost({ cost: record.cancel_cost }, translator)
  return (
    <Facts>
      <ContactLinks
        email={record.email}
        isConfirmed={record.can_be_answered ? record.is_email_confirmed : null}
        phone={record.phone}
        subject={record.reply_subject}
      />
      <Fact name={t('request.times')}>
        {t('request.from_until', {
          arrival: record.check_in_from,
          departure: record.check_out_until,
        })}
      </Fact>
      {listPreferenceLines(record, translator).map(([name, value]) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
      {record.free && (
        <Fact name={t('request.free')}>
          {record.free
            .map(({ room_name, units }) =>
              units === 0
                ? t('request.free_none', { room: room_name })
                : t('request.free_units', { room: room_name, units: number(units) }),
            )
            .join(', ')}
        </Fact>
      )}
      {record.total !== null && (
        <Fact name={t('request.price')}>
          <NightPrices record={record} />
        </Fact>
      )}
      <Fact name={t('booking.paymenttype')}>
        {[t(`request.pays_${record.payment}`), t(getPaymentKey(record, record.cancel_cost)), costText]
          .filter(Boolean)
          .join(' · ')}
      </Fact>
      {lineFields.map(
        (name) =>
          record[name] && (
            <Fact key={name} name={t(guestFields[name].label)}>
              {record[name]}
            </Fact>
          ),
      )}
    </Facts>
  )
}
