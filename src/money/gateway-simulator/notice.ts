import { createHash } from 'node:crypto'
import { isoMoment } from '#platform/clock.ts'
import { decimalOf } from '#platform/money.ts'
import type { Means, Session, Try } from './store.ts'

export interface Signer {
  storeId: string
  password: string
}

/** Returns the signed notice about an attempt. The returning browser and the gateway both send it. */
export function noticeOf(session: Session, tried: Try, { storeId, password }: Signer, withValId = true) {
  const fields: Record<string, string> = { ...factsOf(session, tried), store_id: storeId }
  if (tried.status !== 'VALID' || !withValId) delete fields.val_id
  return signed(fields, password)
}

/** The fields of an attempt, with the names used in notices and replies. */
export function factsOf(session: Session, tried: Try): Record<string, string> {
  const { value_a = '', value_b = '', value_c = '', value_d = '' } = session.asked
  return {
    status: tried.status,
    tran_date: dateOf(tried.at),
    tran_id: session.tranId,
    val_id: tried.valId,
    amount: decimalOf(tried.amountPoisha),
    store_amount: decimalOf(tried.storeAmountPoisha),
    currency: 'BDT',
    bank_tran_id: tried.bankTranId,
    ...cards[tried.means],
    currency_type: tried.currency,
    currency_amount: decimalOf(tried.currencyAmount),
    currency_rate: tried.currency === 'BDT' ? '1.0000' : `${TAKA_A_DOLLAR}.0000`,
    base_fair: '0.00',
    value_a,
    value_b,
    value_c,
    value_d,
    risk_level: tried.isRisky ? '1' : '0',
    risk_title: tried.isRisky ? 'Risky' : 'Safe',
    error: tried.error,
  }
}

export const TAKA_A_DOLLAR = 122

/** Formats a time in the time zone of Dhaka. */
export const dateOf = (at: number): string => isoMoment('Asia/Dhaka', at).slice(0, 19).replace('T', ' ')

const bangladesh = { card_issuer_country: 'Bangladesh', card_issuer_country_code: 'BD' }
const mobile = { card_no: '', card_brand: 'MOBILEBANKING', card_sub_brand: 'Classic', ...bangladesh }
const cards: Record<Means, Record<string, string>> = {
  card: {
    card_type: 'VISA-Demo Bank',
    card_no: '411111XXXXXX1111',
    card_issuer: 'Demo Bank',
    card_brand: 'VISA',
    card_sub_brand: 'Classic',
    ...bangladesh,
  },
  bkash: { ...mobile, card_type: 'BKASH-BKash', card_issuer: 'BKash Mobile Banking' },
  nagad: { ...mobile, card_type: 'NAGAD-Nagad', card_issuer: 'Nagad Mobile Banking' },
  none: {
    card_type: '',
    card_no: '',
    card_issuer: '',
    card_brand: '',
    card_sub_brand: '',
    card_issuer_country: '',
    card_issuer_country_code: '',
  },
}

/** Signs as the gateway does: over all fields and the hashed password, sorted by name. */
function signed(fields: Record<string, string>, password: string): Record<string, string> {
  const names = Object.keys(fields)
  const over = (hash: 'md5' | 'sha256') => {
    const digest = (text: string) => createHash(hash).update(text).digest('hex')
    const all: [string, string][] = [...Object.entries(fields), ['store_passwd', digest(password)]]
    const text = all
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, value]) => `${name}=${value}`)
      .join('&')
    return digest(withoutAmpersands(text))
  }
  return { ...fields, verify_sign: over('md5'), verify_sign_sha2: over('sha256'), verify_key: names.join(',') }
}

/** Removes all trailing ampersands, as the gateway does. */
const withoutAmpersands = (text: string): string => (text.endsWith('&') ? withoutAmpersands(text.slice(0, -1)) : text)
