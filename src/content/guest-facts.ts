import type { ServerTranslator } from '#locales/translator.ts'
import type { Company } from './company.ts'
import type { GlobalData } from './contract.ts'

/** Lists the facts for guests before they book. Leaves out facts that the company has not set. */
export function listGuestFacts(
  { breakfastBdt, airport, transferBdt, lateCheckOutBdt }: Company,
  { t, money }: ServerTranslator,
): GlobalData['guestFacts'] {
  const formatCharge = (
    bdt: number,
    key: 'room.breakfast_price' | 'room.transfer_price' | 'room.late_check_out_price',
  ) => (bdt === 0 ? t('room.included') : t(key, { price: money(bdt) }))
  const facts: GlobalData['guestFacts'] = []
  if (breakfastBdt !== undefined)
    facts.push({ label: t('room.breakfast'), text: formatCharge(breakfastBdt, 'room.breakfast_price') })
  if (airport) {
    const { km, fromMinutes: minMinutes, toMinutes: maxMinutes } = airport
    facts.push({ label: t('room.airport'), text: t('room.airport_value', { km, least: minMinutes, most: maxMinutes }) })
  }
  if (transferBdt !== undefined)
    facts.push({ label: t('room.transfer'), text: formatCharge(transferBdt, 'room.transfer_price') })
  if (lateCheckOutBdt !== undefined)
    facts.push({ label: t('room.late_check_out'), text: formatCharge(lateCheckOutBdt, 'room.late_check_out_price') })
  return facts
}
