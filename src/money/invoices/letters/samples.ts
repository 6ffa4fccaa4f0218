import { sampleOf } from '#stays/bookings/letters/stay-samples.ts'
import type { LetterSamples } from '#mail/samples.ts'
import { invoiceLetter } from '../letters.ts'

/** The letter with an invoice, of a stay that is there, as if its nights had been invoiced as the first thing of a year. */
export const invoiceLetterSamples: LetterSamples = {
  stay_invoice: sampleOf('checked_out', ({ stay, reader: { language }, asker: ctx }) =>
    invoiceLetter(
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
}
