import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoInstant } from '#platform/day.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import type { Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { addRole, changeRole, removeRole, rolesOf, roleWith } from '../roles.ts'
import {
  changePlace,
  colleague,
  endSessionsOfColleague,
  invite,
  validateInvitation,
  letBeginAnew,
  suspendColleague,
  teamOf,
  type TeamRow,
} from '../team.ts'
import type { Colleague, OneColleague, Team, teamContract } from './team-contract.ts'

export const teamHandlers = {
  getTeam: presentTeam,
  getColleague: (db, ctx, { id }) => presentOne(db, ctx, id),
  inviteColleague: {
    validate: validateInvitation,
    async act(db, ctx, form) {
      await invite(db, ctx, form)
      return presentTeam(db, ctx)
    },
  },
  async changeColleague(db, ctx, form) {
    await changePlace(db, ctx, form)
    return presentOne(db, ctx, form.id)
  },
  async suspendColleague(db, ctx, form) {
    await suspendColleague(db, ctx, form)
    return presentOne(db, ctx, form.id)
  },
  async endColleagueSessions(db, ctx, form) {
    await endSessionsOfColleague(db, ctx, form)
    return presentOne(db, ctx, form.id)
  },
  async letColleagueBeginAnew(db, ctx, form) {
    await letBeginAnew(db, ctx, form)
    return presentOne(db, ctx, form.id)
  },

  getStaffRole: (db, _, { id }) => roleWith(db, id),
  async saveStaffRole(db, ctx, { id, version, name_bn, ...role }) {
    const kept = { ...role, name_bn: name_bn || null }
    if (id === 0) return roleWith(db, await addRole(db, ctx, kept))
    await changeRole(db, ctx, { id, version, ...kept })
    return roleWith(db, id)
  },
  async removeStaffRole(db, ctx, form) {
    await removeRole(db, ctx, form)
    return { message: translatorFor(ctx.language).t('account.done') }
  },
} satisfies Handlers<typeof teamContract>

async function presentTeam(db: Database, ctx: RequestContext): Promise<Team> {
  const people = await teamOf(db).execute()
  return { people: people.map((row) => presentColleague(row, ctx)), roles: await rolesOf(db) }
}

async function presentOne(db: Database, ctx: RequestContext, id: number): Promise<OneColleague> {
  const roles = await rolesOf(db)
  return {
    colleague: presentColleague(await colleague(db, id), ctx),
    roles: roles.map(({ people: _, ...role }) => role),
  }
}

const presentColleague = (row: TeamRow, { account, language }: RequestContext): Colleague => ({
  id: row.id,
  name: row.name,
  email: row.email,
  username: row.username,
  language: row.language as Language,
  staff_role: row.role === 'owner' ? null : row.staff_role_id,
  role_name: row.role === 'owner' ? null : (language === 'bn' && row.name_bn) || row.name_en,
  state: row.suspended_at !== null ? 'suspended' : row.username === null ? 'invited' : 'active',
  has_factor: row.second_factors > 0,
  seen_at: row.seen_at === null ? null : isoInstant(Number(row.seen_at)),
  is_asker: row.id === account!.id,
})
