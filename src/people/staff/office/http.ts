import type { Database } from '#platform/database/database.ts'
import { grantablePermissions, hasPermission } from '#schema/permissions.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import type { StreamedFile } from '#platform/contract.ts'
import { CSV_BOM, formatCsvLine } from '#platform/files/csv.ts'
import { isoDay, isoInstant, parseDay } from '#platform/day.ts'
import { dayIn, startOfDay } from '#platform/clock.ts'
import { loadCompany } from '#content/company.ts'
import type { Changes } from '#platform/audit.ts'
import type { Action } from '#schema/actions.ts'
import { createRecordNamer } from '../log-names.ts'
import type { Language } from '#routes/public.ts'
import { listColleagueNames, readLog, streamLog, type LogQuery, type LogRow } from '../log.ts'
import type { RequestContext } from '#platform/contract.ts'
import { translatorFor } from '#locales/both.ts'
import {
  setUpAuthenticatorApp,
  confirmAuthenticatorApp,
  listFactors,
  removeAuthenticatorApp,
  renewRecoveryCodes,
  type AddedFactor,
} from '../factors.ts'
import {
  addPasskey,
  createPasskeyRequestOptions,
  createPasskeyCreationOptions,
  removePasskey,
  type PasskeyRegistration,
  type PasskeyAssertion,
} from '../passkeys.ts'
import { validateAcceptance, readInvitation, acceptInvitation } from '../accept-invitation.ts'
import { verify } from '../verification.ts'
import { readRoleName } from '../roles.ts'
import type { ChangedFactors, Factors, LogEntry, staffOfficeContract } from './contract.ts'

export const staffOfficeHandlers = {
  async getOfficeUser(db, { account, language, context }) {
    const { id, name, role, pendingStep = null } = account!
    const { appSince, passkeys } = await listFactors(db, id)
    return {
      name,
      role: role as 'staff' | 'owner',
      role_name: await readRoleName(db, language, id),
      grants: grantablePermissions.filter((grant) => hasPermission(account, grant)),
      pending_step: pendingStep,
      factors: { app: appSince !== null, passkeys: passkeys.length > 0 },
      is_demo: context.isDemo,
    }
  },

  async verifyIdentity(db, ctx, { passkey, ...form }) {
    const access_token = await verify(db, ctx, { ...form, passkey: passkey as PasskeyAssertion | undefined })
    return { message: translatorFor(ctx.language).t('account.verified'), access_token }
  },

  getPasskeySignInOptions: async (db, ctx) => ({
    options: (await createPasskeyRequestOptions(db, ctx)) as Record<string, unknown>,
  }),
  getFactors: (db, ctx) => readFactorsView(db, ctx),
  setUpAuthenticatorApp,
  confirmAuthenticatorApp: async (db, ctx, form) =>
    readChangedFactorsView(db, ctx, await confirmAuthenticatorApp(db, ctx, form)),
  async removeAuthenticatorApp(db, ctx) {
    await removeAuthenticatorApp(db, ctx)
    return readChangedFactorsView(db, ctx)
  },

  getPasskeyCreationOptions: async (db, ctx) => ({
    options: (await createPasskeyCreationOptions(db, ctx)) as Record<string, unknown>,
  }),
  addPasskey: async (db, ctx, { name, made }) =>
    readChangedFactorsView(db, ctx, await addPasskey(db, ctx, { name, made: made as unknown as PasskeyRegistration })),
  async removePasskey(db, ctx, form) {
    await removePasskey(db, ctx, form)
    return readChangedFactorsView(db, ctx)
  },
  renewRecoveryCodes: async (db, ctx) => readChangedFactorsView(db, ctx, { codes: await renewRecoveryCodes(db, ctx) }),

  async getInvitation(db, ctx, form) {
    const { email, role } = await readInvitation(db, ctx, form)
    return { email, role: role as 'staff' | 'owner' }
  },
  acceptInvitation: {
    validate: validateAcceptance,
    async execute(db, ctx, form) {
      const { user, access_token } = await acceptInvitation(db, ctx, form)
      return { user: { ...user, role: user.role as 'staff' | 'owner' }, access_token }
    },
  },

  async getLog(db, ctx, { after, ...filter }) {
    const beforeId = after ? Number(after) : undefined
    const { rows, more } = await readLog(db, await toLogQuery(db, ctx, filter), { limit: PAGE_SIZE, before: beforeId })
    const nameRecords = createRecordNamer(db, ctx.language)
    const data = await Promise.all(rows.map((row) => nameRecords(toEntryView(row, ctx.language))))
    const colleagues = await listColleagueNames(db)
    return {
      data,
      more,
      colleagues: colleagues.map(({ id, name }) => ({ id, name: nameAuthor(id, name, ctx.language) })),
    }
  },

  async getLogFile(db, ctx, filter): Promise<StreamedFile> {
    const { timeZone } = await loadCompany(db, ctx)
    const fileName = `log-${isoDay(dayIn(timeZone, ctx.now))}.csv`
    const csvParts = streamCsvParts(db, ctx.language, await toLogQuery(db, ctx, filter))
    return { name: fileName, type: 'text/csv; charset=utf-8', bytes: null, parts: csvParts }
  },
} satisfies Handlers<typeof staffOfficeContract>

async function readFactorsView(db: Database, { account }: RequestContext): Promise<Factors> {
  const { appSince, passkeys, recoveryLeft } = await listFactors(db, account!.id)
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

const readChangedFactorsView = async (
  db: Database,
  ctx: RequestContext,
  { codes = [], token }: Partial<AddedFactor> = {},
): Promise<ChangedFactors> => ({
  factors: await readFactorsView(db, ctx),
  codes,
  ...(token && { access_token: token }),
})

const PAGE_SIZE = 30

/** Converts the days of the API filter to times of the company. */
async function toLogQuery(
  db: Database,
  ctx: RequestContext,
  { from, until, ...query }: { from?: string; until?: string } & Omit<LogQuery, 'since' | 'until'>,
): Promise<LogQuery> {
  const { timeZone } = await loadCompany(db, ctx)
  return {
    ...query,
    ...(from && { since: startOfDay(timeZone, parseDay(from)!) }),
    ...(until && { until: startOfDay(timeZone, parseDay(until)! + 1) }),
  }
}

/** A closed account has no name. */
const nameAuthor = (id: number, name: string, language: Language): string => {
  const { t, digits } = translatorFor(language)
  return name || t('account.closed_name', { id: digits(String(id)) })
}

const toEntryView = (
  { id, at, account_id, name, action, subject, address, changes }: LogRow,
  language: Language,
): LogEntry => ({
  id,
  at: isoInstant(at),
  who: name === null ? null : nameAuthor(account_id!, name, language),
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
async function* streamCsvParts(db: Database, language: Language, query: LogQuery): AsyncGenerator<string> {
  yield CSV_BOM + formatCsvLine(['at', 'who', 'action', 'subject', 'field', 'before', 'after', 'address'])
  const nameRecords = createRecordNamer(db, language)
  for await (const row of streamLog(db, query)) {
    const { at, who, action, subject, address, changes } = await nameRecords(toEntryView(row, language))
    const fields = changes.length > 0 ? changes : [{ field: '', before: '', after: '' }]
    for (const { field, before, after } of fields)
      yield formatCsvLine([at, who, action, subject, field, toCell(before), toCell(after), address])
  }
}

const toCell = (value: unknown): string =>
  typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)
