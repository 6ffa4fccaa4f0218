import type { RequestContext } from '#platform/contract.ts'
import type { Database, WholeDatabase } from '#platform/database/database.ts'
import { publish, type PublishTransaction } from '#platform/database/publish.ts'
import { conflict, assertValid, type FieldMessages } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { recordChange } from '#platform/audit.ts'
import type { Language } from '#routes/public.ts'
import { readCompany, writeCompany, type Company } from './company.ts'
import { validateMenus, parseMenusForm, toMenusForm } from './menus.ts'
import { customColumns, registerColumns } from './register-columns.ts'
import { splitAddresses, type SectionForm, type SectionName } from './settings-shapes.ts'

/** Saves one section of the company settings. Rejects an outdated version. */
export async function saveSection<Name extends SectionName>(
  db: WholeDatabase,
  ctx: RequestContext,
  name: Name,
  { version, ...form }: SectionForm<Name> & { version: number },
): Promise<void> {
  const values = form as unknown as SectionForm<Name>
  assertValid((await validateSection(db, ctx, name, values as Partial<SectionForm<Name>>)).fieldErrors)
  await publish(db, async (tx) => {
    const { read, write } = sections[name]
    const before = read(await readCompany(tx))
    await incrementSectionVersion(tx, name, version)
    await writeCompany(tx, write(values))
    await recordChange(tx, ctx, 'settings changed', `settings ${name}`, {
      before,
      after: read(await readCompany(tx)),
    })
  })
}

/** Increments the version of a section. Rejects an outdated version. */
export async function incrementSectionVersion(tx: PublishTransaction, name: string, version: number): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('settings_section')
    .set({ version: version + 1 })
    .where('name', '=', name)
    .where('version', '=', version)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw conflict('error.conflict')
}

export async function listSectionVersions(db: Database): Promise<Map<string, number>> {
  const rows = await db.selectFrom('settings_section').selectAll().execute()
  return new Map(rows.map(({ name, version }) => [name, version]))
}

/**
 * Runs the checks across fields: fields that belong together are all set or all empty, ranges are in order, and menu
 * links are valid. Online payments require a payment gateway.
 */
export async function validateSection<Name extends SectionName>(
  db: Database,
  ctx: RequestContext,
  name: Name,
  form: Partial<SectionForm<Name>>,
): Promise<ValidationResult> {
  if (name === 'menus') return validateMenus(db, ctx, form as Partial<SectionForm<'menus'>>)
  const fieldErrors: FieldMessages = {}
  if (name === 'contact') {
    const { lat, lon } = form as Partial<SectionForm<'contact'>>
    if (lat === null && lon !== null && lon !== undefined) fieldErrors['lat'] = [{ key: 'error.required' }]
    if (lon === null && lat !== null && lat !== undefined) fieldErrors['lon'] = [{ key: 'error.required' }]
  }
  if (name === 'payments' && ctx.context.onlinePayments === 'off') {
    const { takes_online } = form as Partial<SectionForm<'payments'>>
    if (takes_online) fieldErrors['takes_online'] = [{ key: 'error.no_store' }]
  }
  if (name === 'emails') Object.assign(fieldErrors, validateEmailSettings(form as Partial<SectionForm<'emails'>>))
  if (name === 'register') Object.assign(fieldErrors, validateRegister(form as Partial<SectionForm<'register'>>))
  if (name === 'charges') Object.assign(fieldErrors, validateCharges(form as Partial<SectionForm<'charges'>>))
  return { fieldErrors }
}

function validateCharges(form: Partial<SectionForm<'charges'>>): FieldMessages {
  const fieldErrors: FieldMessages = {}
  const { airport_from_minutes: min, airport_to_minutes: max } = form
  const airportFields = ['airport_km', 'airport_from_minutes', 'airport_to_minutes'] as const
  const isSet = (field: keyof typeof form) => form[field] !== null && form[field] !== undefined && form[field] !== ''
  if (airportFields.some(isSet))
    for (const field of airportFields) if (form[field] === null) fieldErrors[field] = [{ key: 'error.required' }]
  if (min && max && min > max) fieldErrors['airport_to_minutes'] = [{ key: 'error.too_small', values: { min } }]
  const hasRate = isSet('exchange_usd') || isSet('exchange_eur')
  if (hasRate && form.exchange_day === '') fieldErrors['exchange_day'] = [{ key: 'error.required' }]
  return fieldErrors
}

/** Requires both shift times and recipients for the emergency sheet, or neither. */
function validateEmailSettings({ emergency_to, ...form }: Partial<SectionForm<'emails'>>): FieldMessages {
  const shifts = [form.shift_first, form.shift_second, form.shift_third]
  if (emergency_to === undefined || shifts.includes(undefined)) return {}
  const times = shifts.filter((time) => time !== '')
  if (emergency_to === '' && times.length > 0) return { emergency_to: [{ key: 'error.required' }] }
  if (emergency_to !== '' && times.length === 0) return { shift_first: [{ key: 'error.required' }] }
  return {}
}

/** Requires a title for each requested custom column. */
function validateRegister(form: Partial<SectionForm<'register'>>): FieldMessages {
  const fieldErrors: FieldMessages = {}
  for (const name of customColumns) {
    const scope = form[`asked_${name}`]
    if (scope && scope !== 'nobody' && form[`${name}_en`] === '' && !form[`${name}_bn`])
      fieldErrors[`${name}_en`] = [{ key: 'error.required' }]
  }
  return fieldErrors
}

interface Section<Name extends SectionName> {
  read(company: Company): SectionForm<Name>
  write(form: SectionForm<Name>): Partial<Company>
}

/** The conversions of each section between form values and stored settings. */
export const sections: { [Name in SectionName]: Section<Name> } = {
  company: {
    read: (company) => ({
      ...splitText('name', company.name),
      ...splitText('short_name', company.shortName),
      ...splitText('house_name', company.houseName),
      ...splitText('tagline', company.tagline),
      ...splitText('description', company.description),
      founding_year: company.foundingYear,
      ...splitText('legal_name', company.legalName),
      ...splitText('responsible', company.responsible),
      registration: company.registration ?? '',
      trade_licence: company.tradeLicence ?? '',
      tax_number: company.taxNumber ?? '',
      on_time_percent: company.onTimePercent ?? null,
      sample_days: company.sampleDays ?? null,
      approval_rounds: company.approvalRounds ?? null,
      ...splitText('capacity', company.capacity),
      language: company.language,
    }),
    write: (form) => ({
      name: joinText(form.name_en, form.name_bn),
      shortName: joinText(form.short_name_en, form.short_name_bn),
      houseName: joinText(form.house_name_en, form.house_name_bn),
      tagline: joinText(form.tagline_en, form.tagline_bn),
      description: joinText(form.description_en, form.description_bn),
      foundingYear: form.founding_year,
      legalName: joinTextIfSet(form.legal_name_en, form.legal_name_bn),
      responsible: joinTextIfSet(form.responsible_en, form.responsible_bn),
      registration: form.registration || undefined,
      tradeLicence: form.trade_licence || undefined,
      taxNumber: form.tax_number || undefined,
      onTimePercent: form.on_time_percent ?? undefined,
      sampleDays: form.sample_days ?? undefined,
      approvalRounds: form.approval_rounds ?? undefined,
      capacity: joinTextIfSet(form.capacity_en, form.capacity_bn),
      language: form.language,
    }),
  },
  contact: {
    read: (company) => ({
      ...splitText('address', company.address),
      email: company.email,
      telephone: company.telephone,
      ...splitText('opening_hours', company.openingHours),
      lat: company.geo?.lat ?? null,
      lon: company.geo?.lon ?? null,
      map_embed_url: company.mapEmbedUrl,
      map_link_url: company.mapLinkUrl,
      whats_app: company.whatsApp,
      social: company.social.map(({ network, url, followers }) => ({ network, url, followers: followers ?? null })),
    }),
    write: (form) => ({
      address: joinText(form.address_en, form.address_bn),
      email: form.email,
      telephone: form.telephone,
      openingHours: joinTextIfSet(form.opening_hours_en, form.opening_hours_bn),
      geo: form.lat === null || form.lon === null ? undefined : { lat: form.lat, lon: form.lon },
      mapEmbedUrl: form.map_embed_url,
      mapLinkUrl: form.map_link_url,
      whatsApp: form.whats_app,
      social: form.social.map(({ network, url, followers }) => ({
        network,
        url,
        ...(followers !== null && { followers }),
      })),
    }),
  },
  stays: {
    read: (company) => ({
      time_zone: company.timeZone,
      check_in_from: company.checkInFrom,
      check_out_until: company.checkOutUntil,
      max_nights: company.maxNights,
      horizon_days: company.horizonDays,
      needs_approval: company.offlineNeedsApproval,
      proof_hours: company.proofHours,
      answer_hours: company.answerHours,
      hold_minutes: company.holdMinutes,
      ...splitText('day', company.day),
    }),
    write: (form) => ({
      timeZone: form.time_zone,
      checkInFrom: form.check_in_from,
      checkOutUntil: form.check_out_until,
      maxNights: form.max_nights,
      horizonDays: form.horizon_days,
      offlineNeedsApproval: form.needs_approval,
      proofHours: form.proof_hours,
      answerHours: form.answer_hours,
      holdMinutes: form.hold_minutes,
      day: joinTextIfSet(form.day_en, form.day_bn),
    }),
  },
  payments: {
    read: ({ takesOnlinePayments, refundsNeedApproval, refundLimitBdt, invoicesOncePaid, bankDetails }) => ({
      takes_online: takesOnlinePayments,
      refunds_approved: refundsNeedApproval,
      refund_limit_bdt: refundLimitBdt,
      invoices_once_paid: invoicesOncePaid,
      ...splitText('bank_details', bankDetails),
    }),
    write: (form) => ({
      takesOnlinePayments: form.takes_online,
      refundsNeedApproval: form.refunds_approved,
      refundLimitBdt: form.refund_limit_bdt,
      invoicesOncePaid: form.invoices_once_paid,
      bankDetails: joinTextIfSet(form.bank_details_en, form.bank_details_bn),
    }),
  },
  charges: {
    read: ({ breakfastBdt, transferBdt, lateCheckOutBdt, airport, exchange }) => ({
      breakfast_bdt: breakfastBdt ?? null,
      transfer_bdt: transferBdt ?? null,
      late_check_out_bdt: lateCheckOutBdt ?? null,
      airport_km: airport?.km ?? null,
      airport_from_minutes: airport?.fromMinutes ?? null,
      airport_to_minutes: airport?.toMinutes ?? null,
      exchange_day: exchange?.day ?? '',
      exchange_usd: exchange?.usd ?? null,
      exchange_eur: exchange?.eur ?? null,
    }),
    write: (form) => ({
      breakfastBdt: form.breakfast_bdt ?? undefined,
      transferBdt: form.transfer_bdt ?? undefined,
      lateCheckOutBdt: form.late_check_out_bdt ?? undefined,
      airport:
        form.airport_km === null
          ? undefined
          : { km: form.airport_km, fromMinutes: form.airport_from_minutes!, toMinutes: form.airport_to_minutes! },
      exchange:
        form.exchange_day === '' || (form.exchange_usd === null && form.exchange_eur === null)
          ? undefined
          : { day: form.exchange_day, usd: form.exchange_usd, eur: form.exchange_eur },
    }),
  },
  menus: { read: toMenusForm, write: parseMenusForm },
  register: { read: toRegisterForm, write: parseRegisterForm },
  emails: {
    read: ({ senderName, morningEmail, reminderHours, thanksDays, shifts, emergencyTo }) => ({
      ...splitText('sender_name', senderName),
      morning_email: morningEmail ?? '',
      reminder_hours: reminderHours ?? null,
      thanks_days: thanksDays ?? null,
      shift_first: shifts[0] ?? '',
      shift_second: shifts[1] ?? '',
      shift_third: shifts[2] ?? '',
      emergency_to: emergencyTo.join(', '),
    }),
    write: ({ morning_email, shift_first, shift_second, shift_third, emergency_to, ...form }) => ({
      senderName: joinTextIfSet(form.sender_name_en, form.sender_name_bn),
      morningEmail: morning_email || undefined,
      reminderHours: form.reminder_hours ?? undefined,
      thanksDays: form.thanks_days ?? undefined,
      shifts: [...new Set([shift_first, shift_second, shift_third])].filter((time) => time !== '').toSorted(),
      emergencyTo: [...new Set(splitAddresses(emergency_to))],
    }),
  },
}

type BilingualText = Company['name']
const splitText = <Name extends string>(name: Name, text: BilingualText | undefined) =>
  ({ [`${name}_en`]: text?.en ?? '', [`${name}_bn`]: text?.bn ?? '' }) as Record<`${Name}_${Language}`, string>
const joinText = (en: string, bn: string): BilingualText => (bn === '' ? { en } : { en, bn })
/** Joins the texts of both languages. A text that exists only in Bangla is used for English as well. */
const joinTextIfSet = (en: string, bn: string): BilingualText | undefined =>
  en || bn ? joinText(en || bn, bn) : undefined

/** Returns the register settings as form values. */
function toRegisterForm({ registerAsks, registerTitles, copiesDays }: Company): SectionForm<'register'> {
  const columnScopes = registerColumns.map(({ name, defaultScope }) => [
    `asked_${name}`,
    registerAsks[name] ?? defaultScope,
  ])
  const titles = customColumns.flatMap((name) => [
    [`${name}_en`, registerTitles[name]?.en ?? ''],
    [`${name}_bn`, registerTitles[name]?.bn ?? ''],
  ])
  return { ...Object.fromEntries([...columnScopes, ...titles]), copies_days: copiesDays } as SectionForm<'register'>
}

/** Converts the form for saving. Values equal to the default are not saved. */
function parseRegisterForm(
  form: SectionForm<'register'>,
): Pick<Company, 'registerAsks' | 'registerTitles' | 'copiesDays'> {
  const registerAsks: Company['registerAsks'] = {}
  for (const { name, defaultScope } of registerColumns)
    if (form[`asked_${name}`] !== defaultScope) registerAsks[name] = form[`asked_${name}`]
  const registerTitles: Company['registerTitles'] = {}
  for (const name of customColumns) {
    const title = joinTextIfSet(form[`${name}_en`], form[`${name}_bn`])
    if (title) registerTitles[name] = title
  }
  return { registerAsks, registerTitles, copiesDays: form.copies_days }
}
