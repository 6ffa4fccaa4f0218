import type { Words } from '../words/words.ts'

/** An amount, and what of it is tax; a house that has none says nothing of it. */
export const withVat = (total: number, vat: number, { t, money }: Words): string =>
  vat === 0 ? money(total) : `${money(total)} (${t('room.vat_within', { vat: money(vat) })})`
