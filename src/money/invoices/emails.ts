import { getRoomName } from '#stays/bookings/stay-views.ts'
import type { StayWithRooms } from '#stays/bookings/stay-with-rooms.ts'
import { composeGreeting } from '#mail/greeting.ts'
import { createSample } from '#stays/bookings/emails/samples.ts'
import type { EmailDefinitions } from '#mail/definition.ts'
import type { Email } from '#mail/email.ts'
import { isoDay } from '#platform/day.ts'
import { poishaToBdt } from '#platform/money.ts'
import type { Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { formatInvoiceNumber } from './number.ts'
import type { Invoice } from './store.ts'

/** The email with an invoice or a credit note. The PDF is attached separately. */
export function composeInvoiceEmail(
  invoice: Pick<Invoice, 'kind' | 'year' | 'no' | 'total_poisha'> & { content: Pick<Invoice['content'], 'credits'> },
  stay: StayWithRooms,
  { language, name }: { language: Language; name: string | null },
): Email {
  const { t, money } = translatorFor(language)
  const number = formatInvoiceNumber(invoice)
  const isNote = invoice.kind === 'credit note'
  return {
    kind: 'stay_invoice',
    subject: t(isNote ? 'mail.credit_subject' : 'mail.invoice_subject', { number, code: stay.code }),
    paragraphs: [
      composeGreeting(language, name),
      t(isNote ? 'mail.credit_text' : 'mail.invoice_text', {
        number,
        of: invoice.content.credits,
        room: getRoomName(stay, language),
        from: isoDay(stay.check_in),
        to: isoDay(stay.check_out),
      }),
    ],
    facts: [
      [t('booking.success_reference'), stay.code],
      [t('invoice.number'), number],
      [t('invoice.total'), money(poishaToBdt(invoice.total_poisha))],
    ],
    about: `booking ${stay.code}`,
  }
}

export const invoiceEmails = {
  stay_invoice: {
    texts: ['mail.invoice_subject', 'mail.invoice_text', 'mail.credit_subject', 'mail.credit_text'],
    // The first invoice of the year, for an existing stay.
    sample: createSample('checked_out', ({ stay, reader: { language }, ctx }) =>
      composeInvoiceEmail(
        {
          kind: 'invoice',
          year: new Date(ctx.now).getUTCFullYear(),
          no: 1,
          total_poisha: stay.total_poisha,
          content: { credits: '' },
        },
        stay,
        { language, name: stay.name },
      ),
    ),
  },
} satisfies Partial<EmailDefinitions>
