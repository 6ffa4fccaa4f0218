import type { EmailDefinitions } from '#mail/definition.ts'
import type { Email } from '#mail/email.ts'
import {
  composeAnswerEmail,
  composeBookingEmail,
  composeCancellationEmail,
  composeCancelledByCompanyEmail,
  composeChangeEmail,
  composeExpiredEmail,
  composeNoShowEmail,
  composeReinstatedEmail,
} from './guest-emails.ts'
import { createRewritableSample, createSample, type StayEmailInput } from './samples.ts'

/** The messages about the amount due and the refund. */
const settlementMessages = ['mail.open_amount', 'mail.refund_days', 'mail.refund_parts', 'mail.pay_link'] as const
/** The messages about a new total. */
export const balanceMessages = ['mail.total_more', 'mail.total_less', 'mail.total_same', ...settlementMessages] as const

/**
 * The emails to the guest about a stay: their editable texts, their samples, and the functions that create them again.
 */
export const stayEmails = {
  stay_requested: {
    texts: [
      'mail.booking_subject',
      'mail.booking_text',
      'mail.hold_subject',
      'mail.hold_text',
      'mail.booking_confirm',
      'mail.booking_not_you',
      'mail.booking_confirm_link',
      'mail.pay_link',
      'mail.booking_link',
    ],
    ...createRewritableSample('pending_approval', makeBookingEmail),
  },
  stay_booked: {
    texts: ['mail.booked_subject', 'mail.booked_text', 'mail.booking_link'],
    ...createRewritableSample('confirmed', makeBookingEmail),
  },
  stay_confirmed: {
    texts: ['mail.confirmed_subject', 'mail.booking_link'],
    ...createRewritableSample('confirmed', makeAnswerEmail),
  },
  stay_declined: {
    texts: ['mail.declined_subject', 'mail.declined_text', 'mail.declined_over', 'mail.rooms_link'],
    ...createRewritableSample('declined', makeAnswerEmail),
  },
  stay_changed: {
    texts: ['mail.changed_subject', 'mail.changed_text', 'mail.overpaid_text', ...balanceMessages, 'mail.booking_link'],
    ...createRewritableSample('confirmed', makeChangeEmail, { asksForPayment: true }),
  },
  stay_cancelled: {
    texts: ['mail.cancelled_subject', 'mail.cancelled_text', ...settlementMessages, 'mail.booking_link'],
    ...createRewritableSample('cancelled', makeCancellationEmail, { asksForPayment: true }),
  },
  stay_cancelled_by_us: {
    texts: ['mail.cancelled_subject', 'mail.cancelled_by_us_text', ...settlementMessages, 'mail.booking_link'],
    ...createRewritableSample('cancelled', makeCompanyCancellationEmail, { asksForPayment: true }),
  },
  stay_reinstated: {
    texts: ['mail.reinstated_subject', 'mail.reinstated_text', 'mail.booking_link'],
    ...createRewritableSample('confirmed', ({ stay, company, reader, amounts, ctx: { now } }) =>
      composeReinstatedEmail('stay_reinstated', stay, company, reader, { now, amounts }),
    ),
  },
  stay_no_show: {
    texts: [
      'mail.no_show_subject',
      'mail.no_show_text',
      ...settlementMessages,
      'mail.no_show_others',
      'mail.no_show_mistake',
      'mail.booking_link',
    ],
    ...createRewritableSample('no_show', makeNoShowEmail, { asksForPayment: true }),
  },
  stay_no_show_undone: {
    texts: ['mail.reinstated_subject', 'mail.no_show_reversed_text', 'mail.booking_link'],
    ...createRewritableSample('confirmed', ({ stay, company, reader, amounts, ctx: { now } }) =>
      composeReinstatedEmail('stay_no_show_undone', stay, company, reader, { now, amounts }),
    ),
  },
  stay_ended: {
    texts: [
      'mail.ended_subject',
      'mail.ended_unpaid',
      'mail.ended_unproven',
      'mail.ended_unanswered',
      'mail.ended_again',
      'mail.ended_link',
    ],
    sample: createSample('expired', ({ stay, reader, ctx: { context } }) =>
      composeExpiredEmail(stay, reader.language, context.publicUrl),
    ),
  },
  stay_message: { texts: ['mail.about_subject'], sample: null },
} satisfies Partial<EmailDefinitions>

function makeBookingEmail({ stay, company, reader, amounts, ctx: { now } }: StayEmailInput): Email {
  return composeBookingEmail(stay, company, reader, { now, amounts })
}
function makeAnswerEmail({ stay, company, reader, amounts, ctx: { now, context } }: StayEmailInput): Email {
  return composeAnswerEmail(stay, company, reader, { now, amounts, context })
}
function makeChangeEmail({ stay, company, reader, amounts, ctx: { now } }: StayEmailInput): Email {
  return composeChangeEmail(stay, company, reader, { now, amounts, before: stay, isCredit: true })
}
function makeCancellationEmail({ stay, reader, amounts, ctx: { now } }: StayEmailInput): Email {
  return composeCancellationEmail(stay, reader, { now, amounts })
}
function makeCompanyCancellationEmail({ stay, reader, amounts, ctx: { now } }: StayEmailInput): Email {
  return composeCancelledByCompanyEmail(stay, reader, { message: stay.answer ?? '', now, amounts })
}
function makeNoShowEmail({ stay, reader, amounts, ctx: { now } }: StayEmailInput): Email {
  return composeNoShowEmail(stay, reader, { now, amounts, hasOthers: false })
}
