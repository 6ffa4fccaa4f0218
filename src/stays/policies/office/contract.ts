import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, line, requiredLine } from '#platform/http/fields.ts'

const id = () => count(1, 2_147_483_647)
/** The maximum number of hours before check-in: one year. */
const MAX_HOURS = 8_760
const MAX_TIERS = 6

const fee = z.object({
  kind: z.enum(['none', 'nights', 'percent']).describe('Nights: the first nights; percent: a share of the whole stay'),
  amount: count(0, 100),
})
const tier = z.object({
  hours: count(1, MAX_HOURS).nullable().describe('Hours before check-in; null: from the time of booking'),
  kind: z.enum(['nights', 'percent']),
  amount: count(0, 100),
})
const policyFields = {
  name_en: requiredLine(60),
  name_bn: line(60),
  tiers: z
    .array(tier)
    .max(MAX_TIERS)
    .describe('The cancellation fees and when they begin. Before the first one, cancelling is free'),
  no_show: fee.describe('The no-show fee'),
  deposit: fee.describe('The deposit for online payment'),
}

const policy = z.object({
  id: z.int(),
  version: z.int(),
  ...policyFields,
  is_default: z.boolean().describe('Whether this is the default policy, for rooms and nights without their own'),
  terms: z.string().describe('The terms as guests see them'),
  rows: z
    .array(z.object({ when: z.string(), cost: z.string() }))
    .describe('The terms as a table, if there are several steps'),
  rooms: z.array(z.object({ id: z.int(), name: z.string() })).describe('The rooms with this policy'),
  nights: z.int().describe('The future room nights with this policy in the rate calendar'),
  first: z.iso.date().nullable(),
  last: z.iso.date().nullable(),
})
const policies = z.object({ data: z.array(policy) })
const versionedId = z.object({ id: id(), version: id() })

export const policiesContract = {
  getPolicies: {
    summary: 'Lists the cancellation policies and where they are used. The default policy comes first',
    input: z.object({}),
    response: policies,
    who: 'change rates',
  },
  getPolicy: {
    summary: 'Returns one policy',
    input: z.object({ id: id() }),
    response: policy,
    who: 'change rates',
  },
  addPolicy: {
    summary: 'Adds a policy',
    input: z.object(policyFields),
    response: policy,
    who: 'change rates',
  },
  savePolicy: {
    summary: 'Updates a policy. Booked stays keep their agreed terms',
    input: versionedId.extend(policyFields),
    response: policy,
    who: 'change rates',
  },
  setDefaultPolicy: {
    summary: 'Makes a policy the default for rooms and nights without their own',
    input: versionedId,
    response: policy,
    who: 'change rates',
  },
  removePolicy: {
    summary: 'Deletes a policy that is not the default and that no room or future night uses',
    input: versionedId,
    response: z.object({}),
    who: 'change rates',
  },
} satisfies Contract

export type PoliciesApi = Client<typeof policiesContract>
export type OfficePolicy = z.infer<typeof policy>
export type OfficePolicies = z.infer<typeof policies>
