import type { Translator } from '#locales/translator.ts'

/** What of an amount is tax, said behind it; of none nothing is said. */
export const vatSaid = (vat: number, { t, money }: Translator): string =>
  vat === 0 ? '' : ` (${t('room.vat_within', { vat: money(vat) })})`
