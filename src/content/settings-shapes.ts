import { z } from 'zod'
import { looksLikeEmail } from '#platform/http/contact-details.ts'
import { isDomainName } from '#platform/host-name.ts'
import { count, day, line, paragraphs, publicPhone, requiredLine } from '#platform/http/fields.ts'
import { languages, type Language } from '#routes/public.ts'
import type { MessageKey } from '#locales/translator.ts'
import {
  requestScopes,
  columnNames,
  customColumns,
  type RequestScope,
  type ColumnName,
  type CustomColumn,
} from './register-columns.ts'
import { areMoments } from './moments.ts'
import { MAX_TITLE_LENGTH, MAX_LINKS } from './menu-limits.ts'

/* The sections of the company settings, each saved separately. An unset text is empty and an unset number is null. */

const messageKey = (key: MessageKey) => key
const createBilingualFields = <Name extends string>(name: Name, english: z.ZodString, bangla: z.ZodString = english) =>
  ({ [`${name}_en`]: english, [`${name}_bn`]: bangla }) as Record<`${Name}_en` | `${Name}_bn`, z.ZodString>

/** An HTTPS URL or an empty text. */
const httpsAddress = (max = 500) =>
  line(max).refine((text) => text === '' || isHttps(text), { error: messageKey('error.https') })
export function isHttps(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'https:' && url.username === '' && isDomainName(url.hostname)
}

const timeOfDay = () => requiredLine(5).regex(/^([01]\d|2[0-3]):[0-5]\d$/, messageKey('error.time_of_day'))
/** A day in the house: one moment per line. */
const moments = () =>
  paragraphs(800)
    .refine(areMoments, { error: messageKey('error.moments') })
    .default('')

const timeZone = () => requiredLine(60).refine(isTimeZone, { error: messageKey('error.time_zone') })
/** Accepts only named time zones, because a fixed offset ignores daylight saving time. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Z][A-Za-z_+-]*(\/[A-Z][\w+-]*)+$|^UTC$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

export const decimal = () =>
  z.number({ error: ({ input }) => (input === undefined || input === null ? undefined : messageKey('error.number')) })

/** An amount in BDT with two decimals; null if unset. */
const charge = () => decimal().min(0).max(1_000_000).multipleOf(0.01, messageKey('error.two_decimals')).nullable()
const rate = () => decimal().min(0.01).max(100_000).nullable()

/** Splits a list of email addresses at commas, semicolons and spaces. */
export const splitAddresses = (text: string): string[] => text.split(/[\s,;]/).filter((address) => address !== '')
const MAX_ADDRESSES = 5

const menu = () =>
  z
    .array(
      z.object({
        ...createBilingualFields('title', requiredLine(MAX_TITLE_LENGTH), line(MAX_TITLE_LENGTH)),
        to: requiredLine(300),
      }),
    )
    .min(1, messageKey('error.menu_empty'))
    .max(MAX_LINKS)

/** The request scope of each register column, for example `asked_born`. */
const requestScopeFields = () =>
  Object.fromEntries(columnNames.map((name) => [`asked_${name}`, z.enum(requestScopes)])) as Record<
    `asked_${ColumnName}`,
    z.ZodEnum<{ [Scope in RequestScope]: Scope }>
  >
const customTitles = () =>
  Object.assign({}, ...customColumns.map((name) => createBilingualFields(name, line(60)))) as Record<
    `${CustomColumn}_${Language}`,
    z.ZodString
  >

export const settingsShapes = {
  company: z.object({
    ...createBilingualFields('name', requiredLine(80), line(80)),
    ...createBilingualFields('short_name', requiredLine(20), line(20)),
    ...createBilingualFields('house_name', requiredLine(80), line(80)),
    ...createBilingualFields('tagline', line(160)),
    ...createBilingualFields('description', line(400)),
    founding_year: count(1700, 2100),
    ...createBilingualFields('legal_name', line(120)),
    ...createBilingualFields('responsible', line(120)),
    registration: line(60),
    trade_licence: line(60),
    tax_number: line(60),
    on_time_percent: count(0, 100).nullable().default(null),
    sample_days: count(1, 365).nullable().default(null),
    approval_rounds: decimal()
      .min(1)
      .max(20)
      .multipleOf(0.01, messageKey('error.two_decimals'))
      .nullable()
      .default(null),
    capacity_en: line(40).default(''),
    capacity_bn: line(40).default(''),
    language: z.enum(languages),
  }),
  contact: z.object({
    ...createBilingualFields('address', requiredLine(200), line(200)),
    email: requiredLine(254).refine(looksLikeEmail, { error: messageKey('error.email') }),
    telephone: publicPhone(),
    opening_hours_en: line(120).default(''),
    opening_hours_bn: line(120).default(''),
    lat: decimal().min(-90).max(90).nullable(),
    lon: decimal().min(-180).max(180).nullable(),
    map_embed_url: httpsAddress(),
    map_link_url: httpsAddress(),
    whats_app: publicPhone().or(z.literal('')),
    social: z
      .array(
        z.object({
          network: requiredLine(20).regex(/^[a-z][a-z0-9]*$/, messageKey('error.social_network')),
          url: httpsAddress().min(1),
          followers: count(0, 1_000_000_000).nullable(),
        }),
      )
      .max(10),
  }),
  stays: z.object({
    time_zone: timeZone(),
    check_in_from: timeOfDay(),
    check_out_until: timeOfDay(),
    max_nights: count(1, 365),
    horizon_days: count(1, 1_095),
    needs_approval: z.boolean(),
    proof_hours: count(1, 168),
    answer_hours: count(1, 336),
    hold_minutes: count(5, 1_440),
    day_en: moments(),
    day_bn: moments(),
  }),
  payments: z.object({
    takes_online: z.boolean(),
    refunds_approved: z.boolean(),
    refund_limit_bdt: charge(),
    invoices_once_paid: z.boolean(),
    ...createBilingualFields('bank_details', paragraphs(300)),
  }),
  charges: z.object({
    breakfast_bdt: charge(),
    transfer_bdt: charge(),
    late_check_out_bdt: charge(),
    airport_km: decimal().min(0.1).max(1_000).nullable(),
    airport_from_minutes: count(1, 1_440).nullable(),
    airport_to_minutes: count(1, 1_440).nullable(),
    exchange_day: day().or(z.literal('')),
    exchange_usd: rate(),
    exchange_eur: rate(),
  }),
  menus: z.object({ main_menu: menu(), quick_links: menu() }),
  emails: z.object({
    ...createBilingualFields('sender_name', line(60).regex(/^[^"<>@,;:\\]*$/, messageKey('error.sender_name'))),
    morning_email: timeOfDay().or(z.literal('')),
    reminder_hours: count(1, 336).nullable().default(null),
    thanks_days: count(1, 14).nullable().default(null),
    shift_first: timeOfDay().or(z.literal('')),
    shift_second: timeOfDay().or(z.literal('')),
    shift_third: timeOfDay().or(z.literal('')),
    emergency_to: line(600)
      .refine((text) => splitAddresses(text).length <= MAX_ADDRESSES, { error: messageKey('error.too_many_addresses') })
      .refine((text) => splitAddresses(text).every(looksLikeEmail), { error: messageKey('error.addresses') }),
  }),
  register: z.object({
    ...requestScopeFields(),
    ...customTitles(),
    copies_days: count(0, 90),
  }),
} as const satisfies Record<string, z.ZodObject>

export type SectionName = keyof typeof settingsShapes
export type SectionForm<Name extends SectionName> = z.output<(typeof settingsShapes)[Name]>
