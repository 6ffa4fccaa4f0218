import { z } from 'zod'
import { grantable } from '#schema/permissions.ts'
import type { Client, Contract } from '#platform/contract.ts'
import { count, email, line, requiredLine } from '#platform/http/fields.ts'
import { languages } from '#routes/public.ts'

const id = () => count(1, 2_147_483_647)

const role = z.object({
  id: z.int(),
  name_en: z.string(),
  name_bn: z.string().nullable(),
  grants: z.array(z.enum(grantable)),
  version: z.int(),
})
const colleague = z.object({
  id: z.int(),
  name: z.string().describe('Nothing as long as they have not taken their place'),
  email: z.string(),
  username: z.string().nullable(),
  language: z.enum(languages),
  staff_role: z.int().nullable().describe('Null: an owner'),
  role_name: z.string().nullable(),
  state: z.enum(['active', 'invited', 'suspended']),
  has_factor: z.boolean(),
  seen_at: z.iso.datetime().nullable().describe('Of the sessions that have not ended'),
  is_asker: z.boolean(),
})
const team = z.object({ people: z.array(colleague), roles: z.array(role.extend({ people: z.int() })) })
const colleagueDetails = z.object({ colleague, roles: z.array(role) })
const done = z.object({ message: z.string() })

const staffRole = () => id().nullable().describe('Null: an owner')
const limit = { bucket: 'team', times: 120, seconds: 3600 }
const manageOptions = { who: 'manage staff', sensitive: true, limit } as const

export const teamContract = {
  getTeam: {
    summary: 'Who works here, and the roles there are',
    input: z.object({}),
    answer: team,
    who: 'manage staff',
  },
  getColleague: {
    summary: 'Somebody who works here',
    input: z.object({ id: id() }),
    answer: colleagueDetails,
    who: 'manage staff',
  },
  inviteColleague: {
    summary: 'Prepare a place in the office for somebody, and write them how to take it',
    input: z.object({ email: email(), staff_role: staffRole(), language: z.enum(languages) }),
    answer: team,
    ...manageOptions,
  },
  changeColleague: {
    summary: 'Give somebody another role. The last owner stays one',
    input: z.object({ id: id(), staff_role: staffRole() }),
    answer: colleagueDetails,
    ...manageOptions,
  },
  suspendColleague: {
    summary: 'Suspend somebody, who is out at once; or restore them',
    input: z.object({ id: id(), suspended: z.boolean() }),
    answer: colleagueDetails,
    ...manageOptions,
  },
  endColleagueSessions: {
    summary: 'Sign somebody out everywhere',
    input: z.object({ id: id() }),
    answer: colleagueDetails,
    ...manageOptions,
  },
  letColleagueBeginAnew: {
    summary: 'Send somebody a link by which they choose a new password; second factors from before are gone then',
    input: z.object({ id: id() }),
    answer: colleagueDetails,
    ...manageOptions,
  },
  getStaffRole: {
    summary: 'A role, and what it is granted',
    input: z.object({ id: id() }),
    answer: role,
    who: 'manage staff',
  },
  saveStaffRole: {
    summary: 'Change a role, or make one (id 0). Refused where somebody else has changed it meanwhile',
    input: z.object({
      id: count(0, 2_147_483_647),
      version: count(0, 2_147_483_647),
      name_en: requiredLine(60),
      name_bn: line(60).nullable(),
      grants: z.array(z.enum(grantable)).max(grantable.length),
    }),
    answer: role,
    ...manageOptions,
  },
  removeStaffRole: {
    summary: 'Remove a role that nobody has',
    input: z.object({ id: id() }),
    answer: done,
    ...manageOptions,
  },
} satisfies Contract

export type TeamApi = Client<typeof teamContract>
export type Team = z.infer<typeof team>
export type Colleague = z.infer<typeof colleague>
export type ColleagueDetails = z.infer<typeof colleagueDetails>
export type StaffRole = z.infer<typeof role>
