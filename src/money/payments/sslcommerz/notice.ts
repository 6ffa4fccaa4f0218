import { createHash, timingSafeEqual } from 'node:crypto'
import type { Notice } from '../gateway.ts'

const MAX_FIELDS = 100
const MAX_VALUE_LENGTH = 20_000

/** Parses a notice. The last of repeated fields counts, as it does for the signature. */
export function readNotice(form: Iterable<readonly [string, string]>, password: string): Notice | null {
  const fields = new Map<string, string>()
  let totalLength = 0
  for (const [name, value] of form) {
    totalLength += name.length + value.length
    if (totalLength > MAX_VALUE_LENGTH || fields.size >= MAX_FIELDS) return null
    fields.set(name, value)
  }
  const tranId = fields.get('tran_id') ?? ''
  if (!/^[\w-]{1,30}$/.test(tranId)) return null
  const valId = fields.get('val_id') || null
  if (valId !== null && !/^[\w.-]{1,50}$/.test(valId)) return null
  return {
    tranId,
    valId,
    claims: claimsByStatus.get(fields.get('status')) ?? 'other',
    isSigned: isSigned(fields, password),
  }
}

const claimsByStatus = new Map<string | undefined, Notice['claims']>([
  ['VALID', 'paid'],
  ['VALIDATED', 'paid'],
  ['FAILED', 'failed'],
  ['CANCELLED', 'cancelled'],
  ['UNATTEMPTED', 'unattempted'],
  ['EXPIRED', 'expired'],
])

/**
 * Returns whether the signature is valid and covers all fields that are read. Anybody can add fields outside of the
 * signature.
 */
function isSigned(fields: ReadonlyMap<string, string>, password: string): boolean {
  const names = (fields.get('verify_key') ?? '').split(',')
  const signature = fields.get('verify_sign') ?? ''
  if (!/^[0-9a-f]{32}$/.test(signature)) return false
  if (requiredSignedFields.some((name) => fields.has(name) && !names.includes(name))) return false
  return timingSafeEqual(computeSignature(fields, names, password), Buffer.from(signature, 'hex'))
}

const requiredSignedFields = ['tran_id', 'val_id', 'status']

/**
 * Computes the MD5 signature of the gateway. MD5 is weak, so the signature only filters out strangers: payments are
 * always confirmed by a query.
 */
function computeSignature(fields: ReadonlyMap<string, string>, names: readonly string[], password: string): Buffer {
  const signedFields = new Map(names.filter((name) => fields.has(name)).map((name) => [name, fields.get(name)!]))
  signedFields.set('store_passwd', createHash('md5').update(password).digest('hex'))
  const text = [...signedFields.keys()]
    .sort()
    .map((name) => `${name}=${signedFields.get(name)}`)
    .join('&')
  return createHash('md5').update(trimAmpersands(text)).digest()
}

/** Removes trailing ampersands as the gateway does, also those of the last value. */
function trimAmpersands(text: string): string {
  let end = text.length
  while (text[end - 1] === '&') end--
  return text.slice(0, end)
}
