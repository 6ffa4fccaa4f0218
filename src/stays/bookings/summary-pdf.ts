import { createPdf, MUTED_COLOUR, TEAL } from '#platform/files/pdf.ts'
import type { Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import type { BookingDetails } from './contract.ts'
import { createSummary } from './summary.ts'

/**
 * Creates the summary of a stay as a PDF with real text. It can be searched, copied and read aloud, and Bengali letters
 * are shaped.
 */
export async function renderSummaryPdf(
  details: BookingDetails,
  language: Language,
  createdAt: Date,
): Promise<Uint8Array<ArrayBuffer>> {
  const { t, moment } = translatorFor(language)
  const { setting, roomParticular: stay } = details
  const {
    booking: bookingLines,
    room: roomLines,
    nights: nightLines,
    terms,
    cancelled: cancellationCostText,
  } = createSummary(details, translatorFor(language))
  const pdf = await createPdf(language, `${t('summary.title')} ${stay.id}`, setting.name)

  pdf.rule(TEAL, 5)
  pdf.write('H1', setting.name, { font: 'heading', size: 20, colour: TEAL, after: 2 })
  pdf.write('P', setting.address)
  pdf.write('P', [setting.email, setting.whatsApp && `WhatsApp ${setting.whatsApp}`].filter(Boolean).join(' · '))
  pdf.write('P', `${t('summary.made')}: ${moment(createdAt)}`, { colour: MUTED_COLOUR, after: 6 })
  pdf.write('H2', t('summary.title'), { font: 'heading', size: 15, colour: TEAL, after: 4 })
  pdf.lines(roomLines)
  if (nightLines.length > 0) {
    pdf.write('H3', t('booking.price_nights'), { font: 'strong', size: 11, before: 6, after: 2 })
    pdf.lines(nightLines)
  }
  pdf.gap(4)
  pdf.lines(bookingLines)
  if (terms) pdf.write('P', terms, { size: 9, before: 3 })
  if (cancellationCostText) pdf.write('P', cancellationCostText, { font: 'strong', before: 8 })
  pdf.write('H3', t('summary.description'), { font: 'strong', size: 11, before: 6, after: 2 })
  for (const paragraph of stay.roomDescription.split('\n\n')) pdf.write('P', paragraph, { size: 9, after: 3 })
  return pdf.bytes()
}
