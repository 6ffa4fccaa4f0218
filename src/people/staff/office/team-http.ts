import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoInstant } from '#platform/day.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import type { Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { addRole, changeRole, removeRole, listRoles, findRole } from '../roles.ts'
import {
  assignRole,
  findColleague,
  signOutColleague,
  inviteStaff,
  validateInvitation,
  sendNewInvitation,
  suspendColleague,
  selectTeam,
  type TeamRow,
} from '../team.ts'
import type { Colleague, ColleagueDetails, Team, teamContract } from './team-contract.ts'

export const teamHandlers = {
  getTeam: readTeamView,
  getColleague: (db, ctx, { id }) => readDetailsView(db, ctx, id),
  inviteColleague: {
    validate: validateInvitation,
    async execute(db, ctx, form) {
      await inviteStaff(db, ctx, form)
      return readTeamView(db, ctx)
    },
  },
  async changeColleague(db, ctx, form) {
    await assignRole(db, ctx, form)
    return readDetailsView(db, ctx, form.id)
  },
  async suspendColleague(db, ctx, form) {
    await suspendColleague(db, ctx, form)
    return readDetailsView(db, ctx, form.id)
  },
  async endColleagueSessions(db, ctx, form) {
    await signOutColleague(db, ctx, form)
    return readDetailsView(db, ctx, form.id)
  },
  async resetStaffSignIn(db, ctx, form) {
    await sendNewInvitation(db, ctx, form)
    return readDetailsView(db, ctx, form.id)
  },

  getStaffRole: (db, _, { id }) => findRole(db, id),
  async saveStaffRole(db, ctx, { id, version, name_bn, ...role }) {
    const fields = { ...role, name_bn: name_bn || null }
    if (id === 0) return findRole(db, await addRole(db, ctx, fields))
    await changeRole(db, ctx, { id, version, ...fields })
    return findRole(db, id)
  },
  async removeStaffRole(db, ctx, form) {
    await removeRole(db, ctx, form)
    return { message: translatorFor(ctx.language).t('account.role_removed') }
  },
} satisfies Handlers<typeof teamContract>

async function readTeamView(db: Database, ctx: RequestContext): Promise<Team> {
  const people = await selectTeam(db).execute()
  return { people: people.map((row) => toColleagueView(row, ctx)), roles: await listRoles(db) }
}

async function readDetailsView(db: Database, ctx: RequestContext, id: number): Promise<ColleagueDetails> {
  const roles = await listRoles(db)
  return {
    colleague: toColleagueView(await findColleague(db, id), ctx),
    roles: roles.map(({ people: _, ...role }) => role),
  }
}

const toColleagueView = (row: TeamRow, { account, language }: RequestContext): Colleague => ({
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
