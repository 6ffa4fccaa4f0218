import type { Asker } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoInstant } from '#platform/day.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import type { Language } from '#routes/public.ts'
import { wordsIn } from '#locales/both.ts'
import { addRole, changeRole, removeRole, rolesOf, roleWith } from '../roles.ts'
import {
  changePlace,
  colleague,
  endSessionsOfColleague,
  invite,
  judgeInvitation,
  letBeginAnew,
  suspendColleague,
  teamOf,
  type TeamRow,
} from '../team.ts'
import type { Colleague, OneColleague, Team, teamContract } from './team-contract.ts'

export const teamHandlers = {
  getTeam: presentTeam,
  getColleague: (db, asker, { id }) => presentOne(db, asker, id),
  inviteColleague: {
    judge: judgeInvitation,
    async act(db, asker, form) {
      await invite(db, asker, form)
      return presentTeam(db, asker)
    },
  },
  async changeColleague(db, asker, form) {
    await changePlace(db, asker, form)
    return presentOne(db, asker, form.id)
  },
  async suspendColleague(db, asker, form) {
    await suspendColleague(db, asker, form)
    return presentOne(db, asker, form.id)
  },
  async endColleagueSessions(db, asker, form) {
    await endSessionsOfColleague(db, asker, form)
    return presentOne(db, asker, form.id)
  },
  async letColleagueBeginAnew(db, asker, form) {
    await letBeginAnew(db, asker, form)
    return presentOne(db, asker, form.id)
  },

  getStaffRole: (db, _, { id }) => roleWith(db, id),
  async saveStaffRole(db, asker, { id, version, name_bn, ...role }) {
    const kept = { ...role, name_bn: name_bn || null }
    if (id === 0) return roleWith(db, await addRole(db, asker, kept))
    await changeRole(db, asker, { id, version, ...kept })
    return roleWith(db, id)
  },
  async removeStaffRole(db, asker, form) {
    await removeRole(db, asker, form)
    return { message: wordsIn(asker.language).t('account.done') }
  },
} satisfies Handlers<typeof teamContract>

async function presentTeam(db: Database, asker: Asker): Promise<Team> {
  const people = await teamOf(db).execute()
  return { people: people.map((row) => presentColleague(row, asker)), roles: await rolesOf(db) }
}

async function presentOne(db: Database, asker: Asker, id: number): Promise<OneColleague> {
  const roles = await rolesOf(db)
  return {
    colleague: presentColleague(await colleague(db, id), asker),
    roles: roles.map(({ people: _, ...role }) => role),
  }
}

const presentColleague = (row: TeamRow, { account, language }: Asker): Colleague => ({
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
