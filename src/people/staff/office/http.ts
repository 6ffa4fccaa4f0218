import type { Database } from '#platform/database/database.ts'
import { grantable, may } from '#schema/permissions.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import type { GivenFile } from '#platform/contract.ts'
import { CSV_BEGINS, csvLine } from '#platform/files/csv.ts'
import { isoInstant } from '#platform/day.ts'
import type { Changes } from '#platform/work/audit.ts'
import type { Action } from '#schema/actions.ts'
import { readLog, wholeLog, type LogQuery, type LogRow } from '../log.ts'
import type { Asker } from '#platform/contract.ts'
import { wordsIn } from '#locales/both.ts'
import { beginApp, confirmApp, factorsOf, removeApp, renewCodes } from '../factors.ts'
import {
  addPasskey,
  askPasskey,
  beginPasskey,
  removePasskey,
  type NewPasskey,
  type SignedByPasskey,
} from '../passkeys.ts'
import { judgePlace, lookAtPlace, takePlace } from '../place.ts'
import { prove } from '../proving.ts'
import { roleNameOf } from '../roles.ts'
import type { ChangedFactors, Factors, LogEntry, staffOfficeContract } from './contract.ts'

export const staffOfficeHandlers = {
  async getDesk(db, { account, language, context }) {
    const { id, name, role, atDoor = null } = account!
    const { appSince, passkeys } = await factorsOf(db, id)
    return {
      name,
      role: role as 'staff' | 'owner',
      role_name: await roleNameOf(db, language, id),
      grants: grantable.filter((grant) => may(account, grant)),
      at_door: atDoor,
      factors: { app: appSince !== null, passkeys: passkeys.length > 0 },
      is_demo: context.isDemo,
    }
  },

  async prove(db, asker, { passkey, ...form }) {
    await prove(db, asker, { ...form, passkey: passkey as SignedByPasskey | undefined })
    return { message: wordsIn(asker.language).t('account.done') }
  },

  askPasskey: async (db, asker) => ({ options: (await askPasskey(db, asker)) as Record<string, unknown> }),
  getFactors: (db, asker) => presentFactors(db, asker),
  beginApp,
  confirmApp: async (db, asker, form) => changed(db, asker, await confirmApp(db, asker, form)),
  async removeApp(db, asker) {
    await removeApp(db, asker)
    return changed(db, asker)
  },

  beginPasskey: async (db, asker) => ({ options: (await beginPasskey(db, asker)) as Record<string, unknown> }),
  addPasskey: async (db, asker, { name, made }) =>
    changed(db, asker, await addPasskey(db, asker, { name, made: made as unknown as NewPasskey })),
  async removePasskey(db, asker, form) {
    await removePasskey(db, asker, form)
    return changed(db, asker)
  },
  renewCodes: async (db, asker) => changed(db, asker, await renewCodes(db, asker)),

  async lookAtPlace(db, asker, form) {
    const { email, role } = await lookAtPlace(db, asker, form)
    return { email, role: role as 'staff' | 'owner' }
  },
  takePlace: {
    judge: judgePlace,
    async act(db, asker, form) {
      const { user, access_token } = await takePlace(db, asker, form)
      return { user: { ...user, role: user.role as 'staff' | 'owner' }, access_token }
    },
  },

  async getLog(db, _, { after, ...query }) {
    const { rows, more } = await readLog(db, query, { most: MOST_OF_PAGE, before: after ? Number(after) : undefined })
    return { data: rows.map(presentEntry), more }
  },

  async getLogFile(db, { now }, query): Promise<GivenFile> {
    const name = `log-${isoInstant(now).slice(0, 10)}.csv`
    return { name, type: 'text/csv; charset=utf-8', bytes: null, parts: asTable(db, query) }
  },
} satisfies Handlers<typeof staffOfficeContract>

async function presentFactors(db: Database, { account }: Asker): Promise<Factors> {
  const { appSince, passkeys, recoveryLeft } = await factorsOf(db, account!.id)
  return {
    app_since: appSince === null ? null : isoInstant(appSince),
    passkeys: passkeys.map(({ id, name, created_at, used_at }) => ({
      id,
      name,
      since: isoInstant(created_at),
      used: used_at === null ? null : isoInstant(used_at),
    })),
    recovery_left: recoveryLeft,
  }
}

const changed = async (db: Database, asker: Asker, codes: string[] = []): Promise<ChangedFactors> => ({
  factors: await presentFactors(db, asker),
  codes,
})

const MOST_OF_PAGE = 100

const presentEntry = ({ id, at, name, action, subject, address, changes }: LogRow): LogEntry => ({
  id,
  at: isoInstant(at),
  who: name,
  action: action as Action,
  subject,
  address,
  changes: Object.entries(JSON.parse(changes ?? '{}') as Changes).map(([field, [before, after]]) => ({
    field,
    before,
    after,
  })),
})

/** A line for each field that was changed, or one for what changed none. */
async function* asTable(db: Database, query: LogQuery): AsyncGenerator<string> {
  yield CSV_BEGINS + csvLine(['at', 'who', 'action', 'subject', 'field', 'before', 'after', 'address'])
  for await (const row of wholeLog(db, query)) {
    const { at, who, action, subject, address, changes } = presentEntry(row)
    const each = changes.length > 0 ? changes : [{ field: '', before: '', after: '' }]
    for (const { field, before, after } of each)
      yield csvLine([at, who, action, subject, field, inACell(before), inACell(after), address])
  }
}

const inACell = (value: unknown): string =>
  typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)
