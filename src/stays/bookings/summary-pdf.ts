import { pdfSheet, QUIET, TEAL } from '#platform/files/pdf-sheet.ts'
import type { Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import type { BookingDetails } from './contract.ts'
import { summaryOf } from './summary.ts'

/**
 * Creates the summary of a stay as a PDF with real text: it can be searched, copied and read aloud, and Bengali letters
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
  const paper = await pdfSheet(language, `${t('summary.title')} ${stay.id}`, setting.name)

  paper.rule(TEAL, 5)
  paper.say('H1', setting.name, { face: 'heading', size: 20, colour: TEAL, after: 2 })
  paper.say('P', setting.address)
  paper.say('P', `${setting.email} · WhatsApp ${setting.whatsApp}`)
  paper.say('P', `${t('summary.made')}: ${moment(madeAt)}`, { colour: QUIET, after: 6 })
  paper.say('H2', t('summary.title'), { face: 'heading', size: 15, colour: TEAL, after: 4 })
  paper.lines(room)
  if (nights.length > 0) {
    paper.say('H3', t('booking.price_nights'), { face: 'strong', size: 11, before: 6, after: 2 })
    paper.lines(nights)
  }
  paper.gap(4)
  paper.lines(booking)
  if (terms) paper.say('P', terms, { size: 9, before: 3 })
  if (cancelled) paper.say('P', cancelled, { face: 'strong', before: 8 })
  paper.say('H3', t('summary.description'), { face: 'strong', size: 11, before: 6, after: 2 })
  for (const paragraph of stay.roomDescription.split('\n\n')) paper.say('P', paragraph, { size: 9, after: 3 })
  return paper.bytes()
}
