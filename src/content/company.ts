import { sql } from 'kysely'
import { z } from 'zod'
import type { Context } from '#platform/context.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isPublication, publish, type Publisher } from '#platform/database/publish.ts'
import { statement } from '#platform/database/statement.ts'
import { languages, type Language } from '#routes/public.ts'
import { requestScopes, columnNames, customColumns } from './register-columns.ts'
import { exchangeShape, socialLink } from './contract.ts'

const bilingualTextShape = z.object({ en: z.string(), bn: z.string().optional() })

/** Links with their titles. `to` is the English path of a page of this site or a URL of another site. */
const menuShape = z.array(z.object({ to: z.string(), title: bilingualTextShape }))

/** A charge in BDT. Zero means that the price of the room includes it. */
const chargeShape = z.number().min(0)

/** The company settings with their defaults. Each field is stored as JSON in one row of the settings. */
const companyShape = z.object({
  name: bilingualTextShape.default({ en: 'Selvage' }),
  shortName: bilingualTextShape.default({ en: 'Selvage' }),
  houseName: bilingualTextShape.default({ en: 'Selvage House' }),
  tagline: bilingualTextShape.default({ en: '' }),
  description: bilingualTextShape.default({ en: '' }),
  email: z.string().default(''),
  telephone: z.string().default(''),
  whatsApp: z.string().default(''),
  address: bilingualTextShape.default({ en: 'Dhaka, Bangladesh' }),
  openingHours: bilingualTextShape.optional(),
  geo: z.object({ lat: z.number(), lon: z.number() }).optional(),
  foundingYear: z.int().default(1995),
  social: z.array(socialLink).default([]),
  mapEmbedUrl: z.string().default(''),
  mapLinkUrl: z.string().default(''),
  /** The language of emails to the company. */
  language: z.enum(languages).default('en'),
  timeZone: z.string().default('Asia/Dhaka'),
  checkInFrom: z.string().default('14:00'),
  checkOutUntil: z.string().default('12:00'),
  maxNights: z.int().default(30),
  horizonDays: z.int().default(540),
  offlineNeedsApproval: z.boolean().default(true),
  takesOnlinePayments: z.boolean().default(false),
  refundsNeedApproval: z.boolean().default(false),
  /** Whether guests get the invoice as soon as the stay is fully paid. If false, they get it after check-out. */
  invoicesOncePaid: z.boolean().default(false),
  /** The bank account for transfers, as proformas print it. */
  bankDetails: bilingualTextShape.optional(),
  /** A refund needs an approval if it raises the automatic refunds of a stay above this amount. Null for no limit. */
  refundLimitBdt: z.number().min(0).nullable().default(50_000),
  holdMinutes: z.int().min(1).default(30),
  /** The time for the guest to verify their email address, and then for the company to answer a request. */
  proofHours: z.int().min(1).default(24),
  answerHours: z.int().min(1).default(48),
  legalName: bilingualTextShape.optional(),
  responsible: bilingualTextShape.optional(),
  registration: z.string().optional(),
  tradeLicence: z.string().optional(),
  taxNumber: z.string().optional(),
  /** The key figures of the home page. The page leaves out unset figures. */
  onTimePercent: z.int().min(0).max(100).optional(),
  sampleDays: z.int().min(1).optional(),
  approvalRounds: z.number().min(1).optional(),
  capacity: bilingualTextShape.optional(),
  breakfastBdt: chargeShape.optional(),
  transferBdt: chargeShape.optional(),
  /** The charge per room for a departure after the check-out time. */
  lateCheckOutBdt: chargeShape.optional(),
  airport: z.object({ km: z.number().positive(), fromMinutes: z.int(), toMinutes: z.int() }).optional(),
  exchange: exchangeShape.optional(),
  /** A day in the house, shown on the pages of the rooms: one moment per line, each begins with its time. */
  day: bilingualTextShape.optional(),
  /** Replaces the default menu. */
  mainMenu: menuShape.optional(),
  quickLinks: menuShape.optional(),
  /** The sender name of emails. It replaces the name in the environment setting. */
  senderName: bilingualTextShape.optional(),
  /** The time of the daily summary email to the owners. */
  morningEmail: z.string().optional(),
  /**
   * The hours before arrival for the reminder email, and the days after departure for the thank-you email. Unset: not
   * sent.
   */
  reminderHours: z.int().min(1).optional(),
  thanksDays: z.int().min(1).optional(),
  /** The start times of the shifts, and the recipients of the emergency sheet at each start. */
  shifts: z.array(z.string()).default([]),
  emergencyTo: z.array(z.string()).default([]),
  /** The columns of the guest register that differ from the defaults, and the titles of custom columns. */
  registerAsks: z.partialRecord(z.enum(columnNames), z.enum(requestScopes)).default({}),
  registerTitles: z.partialRecord(z.enum(customColumns), bilingualTextShape).default({}),
  /** The retention of ID copies after departure, in days. Zero: no copies are made. */
  copiesDays: z.int().min(0).default(30),
  /**
   * The event types with at least one subscriber. They are written together with the webhook endpoints
   * (webhooks/endpoints.ts). They are stored here because code that publishes an event has read these settings already.
   */
  subscribedEvents: z.array(z.string()).default([]),
})
export type Company = Readonly<z.infer<typeof companyShape>>

const settingKeyPrefix = 'company.'
/** The SQL pattern for the keys of all company settings. */
export const companySettingsPattern = settingKeyPrefix + '%'
/** The key of the subscribed events, which no settings page edits. */
export const subscribedEventsKey = settingKeyPrefix + ('subscribedEvents' satisfies keyof Company)

/**
 * Reads the company settings. Reads only the content version if it is the version of the last read. Publications change
 * settings before they raise the version, so they always read them. Other transactions may read changes that are rolled
 * back later, so only reads outside of transactions are kept.
 */
export async function readCompany(db: Database): Promise<Company> {
  const { adapter } = db.getExecutor()
  const lastRead = isPublication(db) ? undefined : lastReads.get(adapter)
  const knownVersion = lastRead?.version ?? NO_VERSION
  const { rows } = await selectSettings(db, { pattern: companySettingsPattern, knownVersion })
  const { version, text } = rows[0]!
  if (version === lastRead?.version) return lastRead.company
  const company = companyShape.parse(Object.fromEntries((text ?? '').split('\n').filter(Boolean).map(parseSetting)))
  if (!db.isTransaction) lastReads.set(adapter, { version, company })
  return company
}

function parseSetting(line: string): [name: string, value: unknown] {
  const keyLength = line.indexOf(' ')
  return [line.slice(settingKeyPrefix.length, keyLength), JSON.parse(line.slice(keyLength + 1))]
}
/** The last read of each database, by its adapter. */
const lastReads = new WeakMap<object, { version: number; company: Company }>()
const NO_VERSION = -1

/**
 * Returns the company settings, cached per request. In a transaction it reads them again, because the transaction may
 * have changed them.
 */
export function loadCompany(db: Database, { visit }: Pick<RequestContext, 'visit'>): Promise<Company> {
  if (db.isTransaction) return readCompany(db)
  const cachedCompany = companiesByVisit.get(visit)
  if (cachedCompany) return cachedCompany
  const pendingCompany = readCompany(db)
  companiesByVisit.set(visit, pendingCompany)
  pendingCompany.catch(() => companiesByVisit.delete(visit))
  return pendingCompany
}
const companiesByVisit = new WeakMap<object, Promise<Company>>()

/**
 * Selects the content version, and all settings as one text with a line per setting unless the version is known. A row
 * per setting would take longer to read. JSON contains no line breaks.
 */
const selectSettings = statement((db, { pattern, knownVersion }: { pattern: string; knownVersion: number }) =>
  db
    .selectFrom('content_version')
    .select((expression) => [
      'version',
      expression
        .case()
        .when('version', '!=', knownVersion)
        .then(
          expression
            .selectFrom('setting')
            .select(sql<string>`string_agg(key || ' ' || value, ${sql.lit('\n')} order by key)`.as('text'))
            .where('key', 'like', pattern),
        )
        .end()
        .as('text'),
    ])
    .compile(),
)

/** Writes settings and deletes those that are undefined. */
export async function writeCompany(db: Publisher, company: Partial<Company>): Promise<void> {
  await publish(db, async (tx) => {
    for (const [name, value] of Object.entries(company)) {
      if (value === undefined) {
        await tx
          .deleteFrom('setting')
          .where('key', '=', settingKeyPrefix + name)
          .execute()
        continue
      }
      const row = {
        key: settingKeyPrefix + name,
        value: JSON.stringify(companyShape.shape[name as keyof Company].parse(value)),
      }
      await tx
        .insertInto('setting')
        .values(row)
        .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
        .execute()
    }
  })
}

/** Returns whether stays can be paid online: the company allows it and this process has a payment gateway. */
export const acceptsOnlinePayments = (
  { takesOnlinePayments }: Pick<Company, 'takesOnlinePayments'>,
  { onlinePayments }: Pick<Context, 'onlinePayments'>,
): boolean => takesOnlinePayments && onlinePayments !== 'off'

export const pickTranslation = (text: z.infer<typeof bilingualTextShape>, language: Language): string =>
  text[language] ?? text.en
