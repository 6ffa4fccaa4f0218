import { z } from 'zod'
import { grantablePermissions } from '#schema/permissions.ts'
import type { Client, Contract } from '#platform/contract.ts'
import { count, email, line, requiredLine } from '#platform/http/fields.ts'
import { languages } from '#routes/public.ts'

const id = () => count(1, 2_147_483_647)

const role = z.object({
  id: z.int(),
  name_en: z.string(),
  name_bn: z.string().nullable(),
  grants: z.array(z.enum(grantablePermissions)),
  version: z.int(),
})
const colleague = z.object({
  id: z.int(),
  name: z.string().describe('Empty until the invitation is accepted'),
  email: z.string(),
  username: z.string().nullable(),
  language: z.enum(languages),
  staff_role: z.int().nullable().describe('Null: an owner'),
  role_name: z.string().nullable(),
  state: z.enum(['active', 'invited', 'suspended']),
  has_factor: z.boolean(),
  seen_at: z.iso.datetime().nullable().describe('The last activity of the active sessions'),
  is_asker: z.boolean(),
})
const team = z.object({ people: z.array(colleague), roles: z.array(role.extend({ people: z.int() })) })
const colleagueDetails = z.object({ colleague, roles: z.array(role) })
const messageResponse = z.object({ message: z.string() })

const staffRole = () => id().nullable().describe('Null: an owner')
const limit = { bucket: 'team', times: 120, seconds: 3600 }
const manageOptions = { who: 'manage staff', sensitive: true, limit } as const

export const teamContract = {
  getTeam: {
    summary: 'Lists staff and roles',
    input: z.object({}),
    response: team,
    who: 'manage staff',
  },
  getColleague: {
    summary: 'Returns a member of staff',
    input: z.object({ id: id() }),
    response: colleagueDetails,
    who: 'manage staff',
  },
  inviteColleague: {
    summary: 'Invites a person to the staff by email',
    input: z.object({ email: email(), staff_role: staffRole(), language: z.enum(languages) }),
    response: team,
    ...manageOptions,
  },
  changeColleague: {
    summary: 'Changes the role of a member of staff. The last owner cannot lose the role',
    input: z.object({ id: id(), staff_role: staffRole() }),
    response: colleagueDetails,
    ...manageOptions,
  },
  suspendColleague: {
    summary: 'Suspends a member of staff and ends all sessions, or reactivates the account',
    input: z.object({ id: id(), suspended: z.boolean() }),
    response: colleagueDetails,
    ...manageOptions,
  },
  endColleagueSessions: {
    summary: 'Ends all sessions of a member of staff',
    input: z.object({ id: id() }),
    response: colleagueDetails,
    ...manageOptions,
  },
  resetStaffSignIn: {
    summary: 'Emails a member of staff a link to reset the password. The reset also removes the second factors',
    input: z.object({ id: id() }),
    response: colleagueDetails,
    ...manageOptions,
  },
  getStaffRole: {
    summary: 'Returns a role and its permissions',
    input: z.object({ id: id() }),
    response: role,
    who: 'manage staff',
  },
  saveStaffRole: {
    summary: 'Updates a role, or creates one (ID 0). An outdated version is rejected',
    input: z.object({
      id: count(0, 2_147_483_647),
      version: count(0, 2_147_483_647),
      name_en: requiredLine(60),
      name_bn: line(60).nullable(),
      grants: z.array(z.enum(grantablePermissions)).max(grantablePermissions.length),
    }),
    response: role,
    ...manageOptions,
  },
  removeStaffRole: {
    summary: 'Deletes an unused role',
    input: z.object({ id: id() }),
    response: messageResponse,
    ...manageOptions,
  },
} satisfies Contract

export type TeamApi = Client<typeof teamContract>
export type Team = z.infer<typeof team>
export type Colleague = z.infer<typeof colleague>
export type ColleagueDetails = z.infer<typeof colleagueDetails>
export type StaffRole = z.infer<typeof role>
