import type { Translator } from '#locales/translator.ts'

/** The codes of the gateway for cards and wallets that have a name of their own. */
const brandByCode: Partial<Record<string, 'visa' | 'mastercard' | 'amex' | 'bkash' | 'nagad'>> = {
  VISA: 'visa',
  MASTER: 'mastercard',
  AMEX: 'amex',
  BKASH: 'bkash',
  NAGAD: 'nagad',
}

/**
 * Names the means of payment. The gateway sends a code and a bank, such as `VISA-City Bank`. Other means are named by
 * their bank. A text without a code is returned as it is.
 */
export function formatMeans(means: string, { t }: Translator): string {
  const [, code = '', bank] = /^([A-Z]+)(?:-(.+))?$/.exec(means) ?? []
  const brand = brandByCode[code]
  return brand ? t(`payments.means_${brand}`) : (bank ?? means)
}
