import { createHash, timingSafeEqual } from 'node:crypto'
import type { Notice } from '../gateway.ts'

const MAX_FIELDS = 100
const MAX_LENGTH = 20_000

/** Of a field that stands there twice the last counts, as it does for whoever made the signature. */
export function readNotice(form: Iterable<readonly [string, string]>, password: string): Notice | null {
  const fields = new Map<string, string>()
  let letters = 0
  for (const [name, value] of form) {
    letters += name.length + value.length
    if (letters > MAX_LENGTH || fields.size >= MAX_FIELDS) return null
    fields.set(name, value)
  }
  const tranId = fields.get('tran_id') ?? ''
  if (!/^[\w-]{1,30}$/.test(tranId)) return null
  const valId = fields.get('val_id') || null
  if (valId !== null && !/^[\w.-]{1,50}$/.test(valId)) return null
  return { tranId, valId, claims: claims.get(fields.get('status')) ?? 'other', isSigned: isSigned(fields, password) }
}

const claims = new Map<string | undefined, Notice['claims']>([
  ['VALID', 'paid'],
  ['VALIDATED', 'paid'],
  ['FAILED', 'failed'],
  ['CANCELLED', 'cancelled'],
  ['UNATTEMPTED', 'unattempted'],
  ['EXPIRED', 'expired'],
])

/** Whether its signature is ours and stands over all that is read of it: over what was left out of it, anybody may have written. */
function isSigned(fields: ReadonlyMap<string, string>, password: string): boolean {
  const names = (fields.get('verify_key') ?? '').split(',')
  const given = fields.get('verify_sign') ?? ''
  if (!/^[0-9a-f]{32}$/.test(given)) return false
  if (readOf.some((name) => fields.has(name) && !names.includes(name))) return false
  return timingSafeEqual(signatureOf(fields, names, password), Buffer.from(given, 'hex'))
}

const readOf = ['tran_id', 'val_id', 'status']

/** MD5, because theirs is. It tells strangers from the gateway; what was paid, the gateway is asked. */
function signatureOf(fields: ReadonlyMap<string, string>, names: readonly string[], password: string): Buffer {
  const signed = new Map(names.filter((name) => fields.has(name)).map((name) => [name, fields.get(name)!]))
  signed.set('store_passwd', createHash('md5').update(password).digest('hex'))
  const text = [...signed.keys()]
    .sort()
    .map((name) => `${name}=${signed.get(name)}`)
    .join('&')
  return createHash('md5').update(withoutEnd(text)).digest()
}

/** The gateway takes off each & at the end, also one of the last value. */
function withoutEnd(text: string): string {
  let end = text.length
  while (text[end - 1] === '&') end--
  return text.slice(0, end)
}
