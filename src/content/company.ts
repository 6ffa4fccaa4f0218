import { z } from 'zod'
import type { Context } from '#platform/context.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { publish, type Publisher } from '#platform/database/publish.ts'
import { statement } from '#platform/database/statement.ts'
import { languages, type Language } from '#routes/public.ts'
import { askings, columnNames, ownColumns } from './register-asking.ts'
import { exchangeShape, socialLink } from './contract.ts'

const bilingual = z.object({ en: z.string(), bn: z.string().optional() })

/** Where each link leads, a page of this site by its English path, and what it is called. */
const menu = z.array(z.object({ to: z.string(), title: bilingual }))

/** What is charged for something; with 0 it is in the price of the room. */
const chargeIfAny = z.number().min(0)

/** What staff may set about the company and its house, one row of the settings each, as JSON; and what holds until then. */
const companyShape = z.object({
  name: bilingual.default({ en: 'Selvage' }),
  shortName: bilingual.default({ en: 'Selvage' }),
  houseName: bilingual.default({ en: 'Selvage House' }),
  tagline: bilingual.default({ en: '' }),
  description: bilingual.default({ en: '' }),
  email: z.string().default(''),
  telephone: z.string().default(''),
  whatsApp: z.string().default(''),
  address: bilingual.default({ en: 'Dhaka, Bangladesh' }),
  geo: z.object({ lat: z.number(), lon: z.number() }).optional(),
  foundingYear: z.int().default(1995),
  social: z.array(socialLink).default([]),
  mapEmbedUrl: z.string().default(''),
  mapLinkUrl: z.string().default(''),
  /** In which the people of the company read what they are told. */
  language: z.enum(languages).default('en'),
  timeZone: z.string().default('Asia/Dhaka'),
  checkInFrom: z.string().default('14:00'),
  checkOutUntil: z.string().default('12:00'),
  maxNights: z.int().default(30),
  horizonDays: z.int().default(540),
  offlineNeedsApproval: z.boolean().default(true),
  takesOnlinePayments: z.boolean().default(false),
  /** Whether what a guest gives back is paid back only once somebody has approved it. */
  refundsNeedApproval: z.boolean().default(false),
  /** Refunds of more than this wait for an approval in any case. Null: none does because of its amount. */
  refundLimitBdt: z.number().min(0).nullable().default(50_000),
  holdMinutes: z.int().min(1).default(30),
  /** How long a request is kept for whoever asks to show that the address they gave is theirs; and then for the house to answer. */
  proofHours: z.int().min(1).default(24),
  answerHours: z.int().min(1).default(48),
  legalName: bilingual.optional(),
  responsible: bilingual.optional(),
  registration: z.string().optional(),
  tradeLicence: z.string().optional(),
  taxNumber: z.string().optional(),
  breakfastBdt: chargeIfAny.optional(),
  transferBdt: chargeIfAny.optional(),
  airport: z.object({ km: z.number().positive(), fromMinutes: z.int(), toMinutes: z.int() }).optional(),
  exchange: exchangeShape.optional(),
  /** Where a menu is not as it comes with the product. */
  mainMenu: menu.optional(),
  quickLinks: menu.optional(),
  /** As whom letters come, where that is not as the setting of the process says. */
  senderName: bilingual.optional(),
  /** From when on in the morning owners are written how the house did. */
  morningLetter: z.string().optional(),
  /** So many hours before they come guests are reminded, and so many days after they have left thanked; not set: never. */
  reminderHours: z.int().min(1).optional(),
  thanksDays: z.int().min(1).optional(),
  /** When work at the desk begins anew, and who is sent the emergency sheet then. */
  shifts: z.array(z.string()).default([]),
  emergencyTo: z.array(z.string()).default([]),
  /** What the register of guests asks of whom, where that is not as it comes with the product; and what is called by names of the house. */
  registerAsks: z.partialRecord(z.enum(columnNames), z.enum(askings)).default({}),
  registerTitles: z.partialRecord(z.enum(ownColumns), bilingual).default({}),
  /** So long after somebody has left a copy of their paper is kept; 0: none is ever made. */
  copiesDays: z.int().min(0).default(30),
  /**
   * What any program outside wants to hear of: written with their addresses (webhooks/endpoints.ts), and kept here because whoever
   * does something has read this anyway.
   */
  eventsTold: z.array(z.string()).default([]),
})
export type Company = z.infer<typeof companyShape>

const prefix = 'company.'
/** The keys of all that is set of it. */
export const companySettings = prefix + '%'
/** Of all of them the one that nobody sets there. */
export const eventsToldSetting = prefix + ('eventsTold' satisfies keyof Company)

export async function readCompany(db: Database): Promise<Company> {
  const { rows } = await settings(db, { like: companySettings })
  return companyShape.parse(
    Object.fromEntries(rows.map(({ key, value }) => [key.slice(prefix.length), JSON.parse(value)])),
  )
}

/**
 * The same, read once for all that one call or one page asks. In a transaction it is read anew: that may have written it.
 */
export function companyOf(db: Database, { visit }: Pick<RequestContext, 'visit'>): Promise<Company> {
  if (db.isTransaction) return readCompany(db)
  const known = companies.get(visit)
  if (known) return known
  const reading = readCompany(db)
  companies.set(visit, reading)
  reading.catch(() => companies.delete(visit))
  return reading
}
const companies = new WeakMap<object, Promise<Company>>()

const settings = statement((db, { like }: { like: string }) =>
  db.selectFrom('setting').selectAll().where('key', 'like', like).compile(),
)

/** What is undefined is no longer set. */
export async function writeCompany(db: Publisher, company: Partial<Company>): Promise<void> {
  await publish(db, async (tx) => {
    for (const [name, value] of Object.entries(company)) {
      if (value === undefined) {
        await tx
          .deleteFrom('setting')
          .where('key', '=', prefix + name)
          .execute()
        continue
      }
      const row = { key: prefix + name, value: JSON.stringify(companyShape.shape[name as keyof Company].parse(value)) }
      await tx
        .insertInto('setting')
        .values(row)
        .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
        .execute()
    }
  })
}

/** Whether a stay can be paid on the site: the house wants it, and this process has a gateway. */
export const takesPaymentsOnline = (
  { takesOnlinePayments }: Pick<Company, 'takesOnlinePayments'>,
  { paidOnline }: Pick<Context, 'paidOnline'>,
): boolean => takesOnlinePayments && paidOnline !== 'no'

export const inTheirLanguage = (text: z.infer<typeof bilingual>, language: Language): string =>
  text[language] ?? text.en
