import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, line, requiredLine } from '#platform/http/fields.ts'

const id = () => count(1, 2_147_483_647)
/** One year. No company needs more. */
const MAX_HOURS = 8_760
const MAX_TIERS = 6

const fee = z.object({
  kind: z.enum(['none', 'nights', 'percent']).describe('Nights: the first so many; percent: of the whole stay'),
  amount: count(0, 100),
})
const tier = z.object({
  hours: count(1, MAX_HOURS).nullable().describe('Before check-in; null: from the booking on'),
  kind: z.enum(['nights', 'percent']),
  amount: count(0, 100),
})
const policyFields = {
  name_en: requiredLine(60),
  name_bn: line(60),
  tiers: z
    .array(tier)
    .max(MAX_TIERS)
    .describe('What cancelling costs from when on, until check-in; before that, nothing'),
  no_show: fee.describe('What it costs not to come'),
  deposit: fee.describe('What is asked for ahead where somebody pays online'),
}

const policy = z.object({
  id: z.int(),
  version: z.int(),
  ...policyFields,
  is_house: z.boolean().describe('It holds wherever neither a room nor a night says otherwise'),
  terms: z.string().describe('As guests read it'),
  rows: z.array(z.object({ when: z.string(), cost: z.string() })).describe('The same as a table, if it is one'),
  rooms: z.array(z.object({ id: z.int(), name: z.string() })).describe('Those that name it'),
  nights: z.int().describe('Nights of rooms, from today on, that name it in the calendar of rates'),
  first: z.iso.date().nullable(),
  last: z.iso.date().nullable(),
})
const policies = z.object({ data: z.array(policy) })
const versionedId = z.object({ id: id(), version: id() })

export const policiesContract = {
  getPolicies: {
    summary: 'By which policies stays are cancelled: that of the house first, and who uses each',
    input: z.object({}),
    answer: policies,
    who: 'change rates',
  },
  getPolicy: {
    summary: 'One of them',
    input: z.object({ id: id() }),
    answer: policy,
    who: 'change rates',
  },
  addPolicy: {
    summary: 'Another one',
    input: z.object(policyFields),
    answer: policy,
    who: 'change rates',
  },
  savePolicy: {
    summary: 'Writes one anew; stays that are booked keep what was agreed',
    input: versionedId.extend(policyFields),
    answer: policy,
    who: 'change rates',
  },
  choosePolicyOfHouse: {
    summary: 'Lets one hold wherever neither a room nor a night says otherwise',
    input: versionedId,
    answer: policy,
    who: 'change rates',
  },
  removePolicy: {
    summary: 'Removes one that is not that of the house, and that no room and no night to come names',
    input: versionedId,
    answer: z.object({}),
    who: 'change rates',
  },
} satisfies Contract

export type PoliciesApi = Client<typeof policiesContract>
export type OfficePolicy = z.infer<typeof policy>
export type OfficePolicies = z.infer<typeof policies>
