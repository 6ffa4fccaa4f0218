import { createPdf, MUTED, TEAL } from '#platform/files/pdf.ts'
import type { Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import type { BookingDetails } from './contract.ts'
import { summaryOf } from './summary.ts'

/**
 * Creates the summary of a stay as a PDF with real text. It can be searched, copied and read aloud, and Bengali letters
 * are shaped.
 */
export async function summaryPdf(
  details: BookingDetails,
  language: Language,
  madeAt: Date,
): Promise<Uint8Array<ArrayBuffer>> {
  const { t, moment } = translatorFor(language)
  const { setting, roomParticular: stay } = details
  const { booking, room, nights, terms, cancelled } = summaryOf(details, translatorFor(language))
  const pdf = await createPdf(language, `${t('summary.title')} ${stay.id}`, setting.name)

  pdf.rule(TEAL, 5)
  pdf.say('H1', setting.name, { face: 'heading', size: 20, colour: TEAL, after: 2 })
  pdf.say('P', setting.address)
  pdf.say('P', [setting.email, setting.whatsApp && `WhatsApp ${setting.whatsApp}`].filter(Boolean).join(' · '))
  pdf.say('P', `${t('summary.made')}: ${moment(madeAt)}`, { colour: MUTED, after: 6 })
  pdf.say('H2', t('summary.title'), { face: 'heading', size: 15, colour: TEAL, after: 4 })
  pdf.lines(room)
  if (nights.length > 0) {
    pdf.say('H3', t('booking.price_nights'), { face: 'strong', size: 11, before: 6, after: 2 })
    pdf.lines(nights)
  }
  pdf.gap(4)
  pdf.lines(booking)
  if (terms) pdf.say('P', terms, { size: 9, before: 3 })
  if (cancelled) pdf.say('P', cancelled, { face: 'strong', before: 8 })
  pdf.say('H3', t('summary.description'), { face: 'strong', size: 11, before: 6, after: 2 })
  for (const paragraph of stay.roomDescription.split('\n\n')) pdf.say('P', paragraph, { size: 9, after: 3 })
  return pdf.bytes()
}
