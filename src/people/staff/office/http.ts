import type { Database } from '#platform/database/database.ts'
import { grantable, may } from '#schema/permissions.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import type { GivenFile } from '#platform/contract.ts'
import { CSV_BEGINS, csvLine } from '#platform/files/csv.ts'
import { isoInstant } from '#platform/day.ts'
import type { Changes } from '#platform/work/audit.ts'
import type { Action } from '#schema/actions.ts'
import { readLog, wholeLog, type LogQuery, type LogRow } from '../log.ts'
import type { RequestContext } from '#platform/contract.ts'
import { translatorFor } from '#locales/both.ts'
import { beginApp, confirmApp, factorsOf, removeApp, renewCodes } from '../factors.ts'
import {
  addPasskey,
  askPasskey,
  beginPasskey,
  removePasskey,
  type NewPasskey,
  type SignedByPasskey,
} from '../passkeys.ts'
import { validatePlace, lookAtPlace, takePlace } from '../place.ts'
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

  async prove(db, ctx, { passkey, ...form }) {
    await prove(db, ctx, { ...form, passkey: passkey as SignedByPasskey | undefined })
    return { message: translatorFor(ctx.language).t('account.done') }
  },

  askPasskey: async (db, ctx) => ({ options: (await askPasskey(db, ctx)) as Record<string, unknown> }),
  getFactors: (db, ctx) => presentFactors(db, ctx),
  beginApp,
  confirmApp: async (db, ctx, form) => changed(db, ctx, await confirmApp(db, ctx, form)),
  async removeApp(db, ctx) {
    await removeApp(db, ctx)
    return changed(db, ctx)
  },

  beginPasskey: async (db, ctx) => ({ options: (await beginPasskey(db, ctx)) as Record<string, unknown> }),
  addPasskey: async (db, ctx, { name, made }) =>
    changed(db, ctx, await addPasskey(db, ctx, { name, made: made as unknown as NewPasskey })),
  async removePasskey(db, ctx, form) {
    await removePasskey(db, ctx, form)
    return changed(db, ctx)
  },
  renewCodes: async (db, ctx) => changed(db, ctx, await renewCodes(db, ctx)),

  async lookAtPlace(db, ctx, form) {
    const { email, role } = await lookAtPlace(db, ctx, form)
    return { email, role: role as 'staff' | 'owner' }
  },
  takePlace: {
    validate: validatePlace,
    async act(db, ctx, form) {
      const { user, access_token } = await takePlace(db, ctx, form)
      return { user: { ...user, role: user.role as 'staff' | 'owner' }, access_token }
    },
  },

  async getLog(db, _, { after, ...query }) {
    const { rows, more } = await readLog(db, query, { most: MAX_OF_PAGE, before: after ? Number(after) : undefined })
    return { data: rows.map(presentEntry), more }
  },

  async getLogFile(db, { now }, query): Promise<GivenFile> {
    const name = `log-${isoInstant(now).slice(0, 10)}.csv`
    return { name, type: 'text/csv; charset=utf-8', bytes: null, parts: asTable(db, query) }
  },
} satisfies Handlers<typeof staffOfficeContract>

async function presentFactors(db: Database, { account }: RequestContext): Promise<Factors> {
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

const changed = async (db: Database, ctx: RequestContext, codes: string[] = []): Promise<ChangedFactors> => ({
  factors: await presentFactors(db, ctx),
  codes,
})

const MAX_OF_PAGE = 100

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

/** One CSV line per changed field, or a single line if no field changed. */
async function* asTable(db: Database, query: LogQuery): AsyncGenerator<string> {
  yield CSV_BEGINS + csvLine(['at', 'who', 'action', 'subject', 'field', 'before', 'after', 'address'])
  for await (const row of wholeLog(db, query)) {
    const { at, who, action, subject, address, changes } = presentEntry(row)
    const fields = changes.length > 0 ? changes : [{ field: '', before: '', after: '' }]
    for (const { field, before, after } of fields)
      yield csvLine([at, who, action, subject, field, inACell(before), inACell(after), address])
  }
}

const inACell = (value: unknown): string =>
  typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)
