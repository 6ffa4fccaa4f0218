import { createHash } from 'node:crypto'
import { isoTimestamp } from '#platform/clock.ts'
import { formatDecimal } from '#platform/money.ts'
import type { Means, Session, Attempt } from './store.ts'

export interface Signer {
  storeId: string
  password: string
}

/** Returns the signed notice about an attempt. The returning browser and the gateway both send it. */
export function buildNotice(session: Session, attempt: Attempt, { storeId, password }: Signer, includesValId = true) {
  const fields: Record<string, string> = { ...toAttemptFields(session, attempt), store_id: storeId }
  if (attempt.status !== 'VALID' || !includesValId) delete fields.val_id
  return sign(fields, password)
}

/** The fields of an attempt, with the names used in notices and replies. */
export function toAttemptFields(session: Session, attempt: Attempt): Record<string, string> {
  const { value_a = '', value_b = '', value_c = '', value_d = '' } = session.fields
  return {
    status: attempt.status,
    tran_date: formatDhakaTime(attempt.at),
    tran_id: session.tranId,
    val_id: attempt.valId,
    amount: formatDecimal(attempt.amountPoisha),
    store_amount: formatDecimal(attempt.storeAmountPoisha),
    currency: 'BDT',
    bank_tran_id: attempt.bankTranId,
    ...fieldsByMeans[attempt.means],
    currency_type: attempt.currency,
    currency_amount: formatDecimal(attempt.currencyAmount),
    currency_rate: attempt.currency === 'BDT' ? '1.0000' : `${TAKA_PER_DOLLAR}.0000`,
    base_fair: '0.00',
    value_a,
    value_b,
    value_c,
    value_d,
    risk_level: attempt.isRisky ? '1' : '0',
    risk_title: attempt.isRisky ? 'Risky' : 'Safe',
    error: attempt.error,
  }
}

export const TAKA_PER_DOLLAR = 122

export const formatDhakaTime = (time: number): string => isoTimestamp('Asia/Dhaka', time).slice(0, 19).replace('T', ' ')

const issuerCountryFields = { card_issuer_country: 'Bangladesh', card_issuer_country_code: 'BD' }
const mobileFields = { card_no: '', card_brand: 'MOBILEBANKING', card_sub_brand: 'Classic', ...issuerCountryFields }
const fieldsByMeans: Record<Means, Record<string, string>> = {
  card: {
    card_type: 'VISA-Demo Bank',
    card_no: '411111XXXXXX1111',
    card_issuer: 'Demo Bank',
    card_brand: 'VISA',
    card_sub_brand: 'Classic',
    ...issuerCountryFields,
  },
  bkash: { ...mobileFields, card_type: 'BKASH-BKash', card_issuer: 'BKash Mobile Banking' },
  nagad: { ...mobileFields, card_type: 'NAGAD-Nagad', card_issuer: 'Nagad Mobile Banking' },
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
function sign(fields: Record<string, string>, password: string): Record<string, string> {
  const names = Object.keys(fields)
  const signWith = (hash: 'md5' | 'sha256') => {
    const digest = (text: string) => createHash(hash).update(text).digest('hex')
    const entries: [string, string][] = [...Object.entries(fields), ['store_passwd', digest(password)]]
    const text = entries
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${name}=${value}`)
      .join('&')
    return digest(trimAmpersands(text))
  }
  return { ...fields, verify_sign: signWith('md5'), verify_sign_sha2: signWith('sha256'), verify_key: names.join(',') }
}

/** Removes all trailing ampersands, as the gateway does. */
const trimAmpersands = (text: string): string => (text.endsWith('&') ? trimAmpersands(text.slice(0, -1)) : text)
