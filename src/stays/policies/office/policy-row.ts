import { toNumberOrText, type InputValue } from '#ui/form/number-input.ts'
import type { OfficePolicy, PoliciesApi } from './contract.ts'

export type Kind = OfficePolicy['no_show']['kind']

/** A policy in the form. A number is null or text while its field is empty or incomplete. */
export interface PolicyRow extends Omit<OfficePolicy, 'tiers' | 'no_show' | 'deposit'> {
  tiers: TierInput[]
  no_show: FeeInput
  deposit: FeeInput
}
export interface FeeInput {
  kind: Kind
  amount: InputValue
}
export interface TierInput {
  hours: InputValue
  kind: Exclude<Kind, 'none'>
  amount: InputValue
}

export const newPolicy: OfficePolicy = {
  id: 0,
  version: 0,
  name_en: '',
  name_bn: '',
  tiers: [{ hours: 48, kind: 'nights', amount: 1 }],
  no_show: { kind: 'nights', amount: 1 },
  deposit: { kind: 'none', amount: 0 },
  is_default: false,
  terms: '',
  rows: [],
  rooms: [],
  nights: 0,
  first: null,
  last: null,
}

/**
 * Returns the request to save a policy. Invalid numbers are sent unchanged, so that the server returns an error
 * message.
 */
export const toForm = (row: PolicyRow): Parameters<PoliciesApi['addPolicy']>[0] => ({
  name_en: row.name_en,
  name_bn: row.name_bn,
  tiers: row.tiers.map(({ hours, kind, amount }) => ({
    hours: toNumberOrText(hours) as number | null,
    kind,
    amount: toNumberOrZero(amount),
  })),
  no_show: toFee(row.no_show),
  deposit: toFee(row.deposit),
})

const toFee = ({ kind, amount }: FeeInput) => ({ kind, amount: kind === 'none' ? 0 : toNumberOrZero(amount) })
const toNumberOrZero = (typedNumber: InputValue) => (toNumberOrText(typedNumber) ?? 0) as number
