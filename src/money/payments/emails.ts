import type { Company } from '#content/company.ts'
import { listStayFacts, createStayEmailLinks } from '#stays/bookings/emails/guest-emails.ts'
import {
  toAmountFact,
  listBalanceFacts,
  listDueFacts,
  type Fact,
  type StayAmounts,
} from '#stays/bookings/emails/amounts.ts'
import { createSample, type StayEmailInput } from '#stays/bookings/emails/samples.ts'
import type { Recipient } from '#stays/bookings/stay-link.ts'
import { getRoomName, describeNextStep } from '#stays/bookings/stay-views.ts'
import type { StayWithRooms } from '#stays/bookings/stay-with-rooms.ts'
import { composeGreeting } from '#mail/greeting.ts'
import type { EmailDefinitions } from '#mail/definition.ts'
import type { Email } from '#mail/email.ts'
import { isoDay } from '#platform/day.ts'
import { minorToMajor, poishaToBdt } from '#platform/money.ts'
import type { Language } from '#routes/public.ts'
import { officeHref } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { formatStayDates } from '#locales/dates.ts'
import type { MessageKey, ServerTranslator } from '#locales/translator.ts'
import type { RefundCause } from '#schema/payments.ts'

/* The emails about payments, to the guest and to the company. */

/** The data of an email to the guest. */
interface PaymentEmailData {
  stay: StayWithRooms
  company: Company
  reader: Recipient
  now: number
}

/** An amount in hundredths of the currency that was paid. */
export interface PaidAmount {
  amountMinor: number
  currency: string
}

/** Confirms a payment that was applied to the bill, with the earlier payments and the balance. */
export function composeReceivedEmail(
  { stay, company, reader, now }: PaymentEmailData,
  { amount, amounts, isConfirmed, receiptLink }: ReceivedEmailData,
): Email {
  const { language } = reader
  const translator = translatorFor(language)
  const { t } = translator
  const amountText = formatAmount(amount, translator)
  const { links, ...secretFields } = createStayEmailLinks(reader, 'mail.booking_link', company)
  const [stayLink, ...otherLinks] = links
  return {
    kind: 'payment_received',
    subject: t('mail.paid_subject', { code: stay.code }),
    paragraphs: [
      composeGuestGreeting(stay, reader),
      t('mail.paid_text', { amount: amountText, ...getStaySpan(stay, language) }),
      ...(isConfirmed ? [describeNextStep(stay, { language, now })] : []),
      ...listRefundNotes(amounts.refundPoisha, translator),
    ],
    about: `booking ${stay.code}`,
    facts: listStayFacts(stay, company, { language, now }, listReceiptFacts(stay, amount, amounts, { language, now })),
    links: [stayLink!, { label: t('mail.receipt_link'), url: receiptLink }, ...otherLinks],
    ...secretFields,
  }
}

interface ReceivedEmailData {
  amount: PaidAmount
  amounts: StayAmounts
  isConfirmed: boolean
  receiptLink: string
}

/** The payments before this one, this payment, and the balance after it. */
function listReceiptFacts(
  stay: StayWithRooms,
  { amountMinor }: PaidAmount,
  amounts: StayAmounts,
  ctx: Pick<PaymentEmailData, 'now'> & { language: Language },
): Fact[] {
  const { paidPoisha, billedPoisha, extrasPoisha, refundPoisha } = amounts
  const createFact = (label: MessageKey, poisha: number) => toAmountFact(label, poisha, ctx.language)
  const paidBeforePoisha = paidPoisha - amountMinor
  return [
    ...(extrasPoisha > 0 ? [createFact('mail.extras', extrasPoisha)] : []),
    ...(paidBeforePoisha > 0 ? [createFact('mail.paid_before', paidBeforePoisha)] : []),
    createFact('mail.paid_now', amountMinor),
    ...(billedPoisha > 0 ? [createFact('mail.billed', billedPoisha)] : []),
    ...(refundPoisha > 0 ? [createFact('mail.refund', refundPoisha)] : []),
    ...(amounts.duePoisha > 0 ? listDueFacts(amounts, stay, ctx) : [createFact('summary.due', 0)]),
  ]
}

/** Reports a payment that arrived after the nights of the stay had been released. */
export function composeLateEmail(
  { stay, reader }: PaymentEmailData,
  { amount, overPoisha }: { amount: PaidAmount; overPoisha: number },
): Email {
  const translator = translatorFor(reader.language)
  const { t } = translator
  return {
    kind: 'payment_late',
    subject: t('mail.paid_late_subject', { code: stay.code }),
    paragraphs: [
      composeGuestGreeting(stay, reader),
      t('mail.paid_text', { amount: formatAmount(amount, translator), ...getStaySpan(stay, reader.language) }),
      t('mail.paid_late_text'),
      ...listRefundNotes(overPoisha, translator),
    ],
    about: `booking ${stay.code}`,
    facts: [[t('booking.success_reference'), stay.code]],
    ...createStayEmailLinks(reader, 'mail.booking_link'),
  }
}

/** Reports a payment that staff review first. */
export function composeReviewEmail({ stay, reader }: PaymentEmailData): Email {
  const { t } = translatorFor(reader.language)
  return {
    kind: 'payment_in_review',
    subject: t('mail.paid_review_subject', { code: stay.code }),
    paragraphs: [composeGuestGreeting(stay, reader), t('mail.paid_review_text', getStaySpan(stay, reader.language))],
    about: `booking ${stay.code}`,
    facts: [[t('booking.success_reference'), stay.code]],
    ...createStayEmailLinks(reader, 'mail.booking_link'),
  }
}

/** Reports a failed payment and offers another attempt. */
export function composeFailedEmail({ stay, reader, now }: PaymentEmailData, amounts: StayAmounts): Email {
  const { language } = reader
  const { t, moment } = translatorFor(language)
  const { expires_at, status } = stay
  const isAwaitingPayment = status === 'pending_payment' && expires_at !== null
  return {
    kind: 'payment_failed',
    subject: t('mail.pay_failed_subject', { code: stay.code }),
    paragraphs: [
      composeGuestGreeting(stay, reader),
      t('mail.pay_failed_text', getStaySpan(stay, language)),
      isAwaitingPayment
        ? t('mail.pay_failed_until', { until: moment(new Date(expires_at)) })
        : t('mail.pay_failed_again'),
    ],
    about: `booking ${stay.code}`,
    facts: [[t('booking.success_reference'), stay.code], ...listDueFacts(amounts, stay, { language, now })],
    ...createStayEmailLinks(reader, 'mail.booking_link'),
  }
}

/** Reports a refund in progress: its reason, and the number by which the gateway finds it. */
export function composeRefundEmail(
  { stay, reader }: PaymentEmailData,
  { poisha, number, cause }: { poisha: number; number: string; cause: RefundCause },
): Email {
  const { language } = reader
  const { t, money } = translatorFor(language)
  const reason = refundReasons[cause]
  return {
    kind: 'payment_refunded',
    subject: t('mail.refund_subject', { code: stay.code }),
    paragraphs: [
      composeGuestGreeting(stay, reader),
      [
        t('mail.refund_text', { amount: money(poishaToBdt(poisha)), ...getStaySpan(stay, language) }),
        reason && t(reason),
      ]
        .filter(Boolean)
        .join(' '),
      t('mail.refund_days'),
    ],
    about: `booking ${stay.code}`,
    facts: [
      [t('booking.success_reference'), stay.code],
      toAmountFact('mail.refund', poisha, language),
      [t('mail.refund_number'), number],
    ],
    ...createStayEmailLinks({ ...reader, calendar: null }, 'mail.booking_link'),
  }
}

/** The reasons for refunding a payment that the stay does not use. */
const refundReasons = {
  cancelled: null,
  asked: null,
  late: 'mail.refund_late',
  twice: 'mail.refund_twice',
  'not taken': 'mail.refund_not_taken',
} as const satisfies Record<RefundCause, MessageKey | null>

/** Asks the guest to pay the balance, at the request of staff. */
export function composePaymentRequestEmail(
  { stay, company, reader, now }: PaymentEmailData,
  { amounts, message }: { amounts: StayAmounts; message: string },
): Email {
  const { language } = reader
  const { t, money } = translatorFor(language)
  return {
    kind: 'payment_link',
    subject: t('mail.pay_subject', { code: stay.code }),
    paragraphs: [
      composeGuestGreeting(stay, reader),
      t('mail.pay_text', { amount: money(poishaToBdt(amounts.duePoisha)), ...getStaySpan(stay, language) }),
      ...(message ? [message] : []),
    ],
    facts: listStayFacts(stay, company, { language, now }, listBalanceFacts(amounts, stay, { language, now })),
    ...createStayEmailLinks({ ...reader, calendar: null }, 'mail.booking_link'),
    about: `booking ${stay.code}`,
  }
}

/** The events about which the company gets an email. All except `received` need action by staff. */
type CompanyPaymentEvent = 'received' | 'over' | 'late' | 'review' | 'refund_failed'

export function composeCompanyPaymentEmail(
  event: CompanyPaymentEvent,
  stay: StayWithRooms,
  amount: PaidAmount,
  { language }: Pick<Company, 'language'>,
  publicUrl: string,
): Email {
  const translator = translatorFor(language)
  const { t } = translator
  const values = {
    code: stay.code,
    name: stay.name,
    amount: formatAmount(amount, translator),
    room: getRoomName(stay, language),
    dates: formatStayDates(translator, isoDay(stay.check_in), isoDay(stay.check_out)),
  }
  const needsAction = event !== 'received'
  const path = needsAction ? officeHref('payments') : officeHref('booking', stay.code)
  return {
    kind: needsAction ? 'company_payment_review' : 'company_payment',
    subject: t(`mail.company_${event}_subject`, { code: values.code, name: values.name, amount: values.amount }),
    paragraphs: [t(`mail.company_${event}_text`, values)],
    about: `booking ${stay.code}`,
    links: [{ label: t(needsAction ? 'mail.company_view_payments' : 'mail.company_view'), url: publicUrl + path }],
  }
}

const composeGuestGreeting = (stay: StayWithRooms, { language, isVerified }: PaymentEmailData['reader']) =>
  composeGreeting(language, isVerified ? stay.name : null)

const listRefundNotes = (poisha: number, { t, money }: ServerTranslator): string[] =>
  poisha > 0 ? [t('mail.paid_refund', { amount: money(poishaToBdt(poisha)) })] : []

const formatAmount = ({ amountMinor, currency }: PaidAmount, { money, number }: ServerTranslator): string =>
  currency === 'BDT' ? money(poishaToBdt(amountMinor)) : `${number(minorToMajor(amountMinor))} ${currency}`

const getStaySpan = (stay: StayWithRooms, language: Language) => ({
  room: getRoomName(stay, language),
  from: isoDay(stay.check_in),
  to: isoDay(stay.check_out),
})

/** The sample emails show an existing stay. A payment or refund in them has the full price of the stay. */
export const paymentEmails = {
  payment_received: {
    texts: ['mail.paid_subject', 'mail.paid_text', 'mail.paid_refund', 'mail.booking_link', 'mail.receipt_link'],
    sample: createSample('confirmed', (sample) => {
      const amounts = { ...sample.amounts, paidPoisha: sample.stay.total_poisha, duePoisha: 0 }
      const receiptLink = `${sample.reader.link}#invoice`
      return composeReceivedEmail(toEmailData(sample), {
        amount: getFullAmount(sample),
        amounts,
        isConfirmed: true,
        receiptLink,
      })
    }),
  },
  payment_late: {
    texts: ['mail.paid_late_subject', 'mail.paid_text', 'mail.paid_late_text', 'mail.paid_refund', 'mail.booking_link'],
    sample: createSample('expired', (sample) =>
      composeLateEmail(toEmailData(sample), { amount: getFullAmount(sample), overPoisha: sample.stay.total_poisha }),
    ),
  },
  payment_in_review: {
    texts: ['mail.paid_review_subject', 'mail.paid_review_text', 'mail.booking_link'],
    sample: createSample('pending_payment', (sample) => composeReviewEmail(toEmailData(sample))),
  },
  payment_failed: {
    texts: [
      'mail.pay_failed_subject',
      'mail.pay_failed_text',
      'mail.pay_failed_until',
      'mail.pay_failed_again',
      'mail.pay_link',
      'mail.booking_link',
    ],
    sample: createSample('pending_payment', (sample) => composeFailedEmail(toEmailData(sample), sample.amounts)),
  },
  payment_link: {
    texts: ['mail.pay_subject', 'mail.pay_text', 'mail.pay_link', 'mail.booking_link'],
    sample: createSample('confirmed', ({ amounts, ...sample }) => {
      const reader = { ...sample.reader, pay: sample.reader.link }
      return composePaymentRequestEmail({ ...toEmailData({ amounts, ...sample }), reader }, { amounts, message: '' })
    }),
  },
  payment_refunded: {
    texts: [
      'mail.refund_subject',
      'mail.refund_text',
      'mail.refund_late',
      'mail.refund_twice',
      'mail.refund_not_taken',
      'mail.refund_days',
      'mail.refund_number',
      'mail.booking_link',
    ],
    sample: createSample('cancelled', (sample) =>
      composeRefundEmail(toEmailData(sample), {
        poisha: sample.stay.total_poisha,
        number: sample.stay.code,
        cause: 'asked',
      }),
    ),
  },
  company_payment: {
    texts: ['mail.company_received_subject', 'mail.company_received_text', 'mail.company_view'],
    sample: createSample('confirmed', (sample) => composeCompanyEmail('received', sample)),
  },
  company_payment_review: {
    texts: [
      'mail.company_review_subject',
      'mail.company_review_text',
      'mail.company_late_subject',
      'mail.company_late_text',
      'mail.company_over_subject',
      'mail.company_over_text',
      'mail.company_refund_failed_subject',
      'mail.company_refund_failed_text',
      'mail.company_view_payments',
    ],
    sample: createSample('pending_payment', (sample) => composeCompanyEmail('review', sample)),
  },
} satisfies Partial<EmailDefinitions>

const toEmailData = ({ stay, company, reader, ctx: { now } }: StayEmailInput) => ({ stay, company, reader, now })
const getFullAmount = ({ stay }: StayEmailInput) => ({ amountMinor: stay.total_poisha, currency: 'BDT' })
const composeCompanyEmail = (event: 'received' | 'review', sample: StayEmailInput) =>
  composeCompanyPaymentEmail(event, sample.stay, getFullAmount(sample), sample.company, sample.ctx.context.publicUrl)
