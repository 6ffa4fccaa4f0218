import type { ServerTranslator } from '#locales/translator.ts'
import type { Company } from './company.ts'
import type { GlobalData } from './contract.ts'

/** Lists the facts for guests before they book. Leaves out facts that the company has not set. */
export function listGuestFacts(
  { breakfastBdt, airport, transferBdt, lateCheckOutBdt }: Company,
  translator: ServerTranslator,
): GlobalData['guestFacts'] {
  const { t, money } = translator
  const formatCharge = (
    bdt: number,
    key: 'room.breakfast_price' | 'room.transfer_price' | 'room.late_check_out_price',
  ) => (bdt === 0 ? t('room.included') : t(key, { price: money(bdt) }))
  const facts: GlobalData['guestFacts'] = []
  if (breakfastBdt !== undefined)
    facts.push({ label: t('room.breakfast'), text: formatCharge(breakfastBdt, 'room.breakfast_price') })
  if (airport) facts.push(describeAirport(airport, translator))
  if (transferBdt !== undefined)
    facts.push({ label: t('room.transfer'), text: formatCharge(transferBdt, 'room.transfer_price') })
  if (lateCheckOutBdt !== undefined)
    facts.push({ label: t('room.late_check_out'), text: formatCharge(lateCheckOutBdt, 'room.late_check_out_price') })
  return facts
}

/** Returns the distance and the travel time to the airport. */
export const describeAirport = (
  { km, fromMinutes, toMinutes }: NonNullable<Company['airport']>,
  { t }: ServerTranslator,
): GlobalData['guestFacts'][number] => ({
  label: t('room.airport'),
  text: t('room.airport_value', { km, least: fromMinutes, most: toMinutes }),
})
