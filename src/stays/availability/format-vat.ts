import type { Translator } from '#locales/translator.ts'

/** Formats the VAT inside an amount, in parentheses. Empty without VAT. */
export const formatVat = (vat: number, { t, money }: Translator): string =>
  vat === 0 ? '' : ` (${t('room.vat_within', { vat: money(vat) })})`
