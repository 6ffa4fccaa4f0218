import type { RequestContext } from '#platform/contract.ts'
import type { Database, WholeDatabase } from '#platform/database/database.ts'
import { publish, type PublishTransaction } from '#platform/database/publish.ts'
import { conflict, assertValid, type FieldMessages } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { recordChange } from '#platform/work/audit.ts'
import type { Language } from '#routes/public.ts'
import { readCompany, writeCompany, type Company } from './company.ts'
import { validateMenus, keptMenus, typedMenus } from './menus.ts'
import { ownColumns, registerColumns } from './register-asking.ts'
import { addressesIn, type SectionForm, type SectionName } from './settings-shapes.ts'

/** Saves one section of the company settings and renders all pages that show it again. Rejects an outdated version. */
export async function saveSection<Name extends SectionName>(
  db: WholeDatabase,
  ctx: RequestContext,
  name: Name,
  { version, ...form }: SectionForm<Name> & { version: number },
): Promise<void> {
  const given = form as unknown as SectionForm<Name>
  assertValid((await validateSection(db, ctx, name, given as Partial<SectionForm<Name>>)).fieldErrors)
  await publish(db, async (tx) => {
    const { read, write } = sections[name]
    const before = read(await readCompany(tx))
    await raiseSection(tx, name, version)
    await writeCompany(tx, write(given))
    await recordChange(tx, ctx, 'settings changed', `settings ${name}`, {
      before,
      after: read(await readCompany(tx)),
    })
  })
}

/** Increments the version of a section. Rejects an outdated version. */
export async function raiseSection(tx: PublishTransaction, name: string, version: number): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('settings_section')
    .set({ version: version + 1 })
    .where('name', '=', name)
    .where('version', '=', version)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw conflict('error.conflict')
}

export async function versionsOfSections(db: Database): Promise<Map<string, number>> {
  const rows = await db.selectFrom('settings_section').selectAll().execute()
  return new Map(rows.map(({ name, version }) => [name, version]))
}

/** Runs the checks across fields: fields that belong together are all set or all empty, and links are valid. */
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
  if (name === 'payments' && ctx.context.paidOnline === 'no') {
    const { takes_online } = form as Partial<SectionForm<'payments'>>
    if (takes_online) fieldErrors['takes_online'] = [{ key: 'error.no_store' }]
  }
  if (name === 'letters') Object.assign(fieldErrors, errorsOfEmails(form as Partial<SectionForm<'letters'>>))
  if (name === 'register') Object.assign(fieldErrors, errorsOfRegister(form as Partial<SectionForm<'register'>>))
  if (name === 'charges') Object.assign(fieldErrors, errorsOfCharges(form as Partial<SectionForm<'charges'>>))
  return { fieldErrors }
}

function errorsOfCharges(form: Partial<SectionForm<'charges'>>): FieldMessages {
  const fieldErrors: FieldMessages = {}
  const { airport_from_minutes: least, airport_to_minutes: most } = form
  const airport = ['airport_km', 'airport_from_minutes', 'airport_to_minutes'] as const
  const isSaid = (field: keyof typeof form) => form[field] !== null && form[field] !== undefined && form[field] !== ''
  if (airport.some(isSaid))
    for (const field of airport) if (form[field] === null) fieldErrors[field] = [{ key: 'error.required' }]
  if (least && most && least > most)
    fieldErrors['airport_to_minutes'] = [{ key: 'error.too_small', values: { min: least } }]
  const hasRate = isSaid('exchange_usd') || isSaid('exchange_eur')
  if (hasRate && form.exchange_day === '') fieldErrors['exchange_day'] = [{ key: 'error.required' }]
  return fieldErrors
}

/** Requires both shift times and recipients for the emergency sheet, or neither. */
function errorsOfEmails({ emergency_to, ...form }: Partial<SectionForm<'letters'>>): FieldMessages {
  const shifts = [form.shift_first, form.shift_second, form.shift_third]
  if (emergency_to === undefined || shifts.includes(undefined)) return {}
  const times = shifts.filter((time) => time !== '')
  if (emergency_to === '' && times.length > 0) return { emergency_to: [{ key: 'error.required' }] }
  if (emergency_to !== '' && times.length === 0) return { shift_first: [{ key: 'error.required' }] }
  return {}
}

/** Requires a title for each requested custom column. */
function errorsOfRegister(form: Partial<SectionForm<'register'>>): FieldMessages {
  const fieldErrors: FieldMessages = {}
  for (const name of ownColumns) {
    const asked = form[`asked_${name}`]
    if (asked && asked !== 'nobody' && form[`${name}_en`] === '' && !form[`${name}_bn`])
      fieldErrors[`${name}_en`] = [{ key: 'error.required' }]
  }
  return fieldErrors
}

interface Section<Name extends SectionName> {
  read(company: Company): SectionForm<Name>
  write(form: SectionForm<Name>): Partial<Company>
}

/** Converts each section between form values and stored settings. */
export const sections: { [Name in SectionName]: Section<Name> } = {
  company: {
    read: (company) => ({
      ...apart('name', company.name),
      ...apart('short_name', company.shortName),
      ...apart('house_name', company.houseName),
      ...apart('tagline', company.tagline),
      ...apart('description', company.description),
      founding_year: company.foundingYear,
      ...apart('legal_name', company.legalName),
      ...apart('responsible', company.responsible),
      registration: company.registration ?? '',
      trade_licence: company.tradeLicence ?? '',
      tax_number: company.taxNumber ?? '',
    }),
    write: (form) => ({
      name: together(form.name_en, form.name_bn),
      shortName: together(form.short_name_en, form.short_name_bn),
      houseName: together(form.house_name_en, form.house_name_bn),
      tagline: together(form.tagline_en, form.tagline_bn),
      description: together(form.description_en, form.description_bn),
      foundingYear: form.founding_year,
      legalName: ifAny(form.legal_name_en, form.legal_name_bn),
      responsible: ifAny(form.responsible_en, form.responsible_bn),
      registration: form.registration || undefined,
      tradeLicence: form.trade_licence || undefined,
      taxNumber: form.tax_number || undefined,
    }),
  },
  contact: {
    read: (company) => ({
      ...apart('address', company.address),
      email: company.email,
      telephone: company.telephone,
      lat: company.geo?.lat ?? null,
      lon: company.geo?.lon ?? null,
      map_embed_url: company.mapEmbedUrl,
      map_link_url: company.mapLinkUrl,
    }),
    write: (form) => ({
      address: together(form.address_en, form.address_bn),
      email: form.email,
      telephone: form.telephone,
      geo: form.lat === null || form.lon === null ? undefined : { lat: form.lat, lon: form.lon },
      mapEmbedUrl: form.map_embed_url,
      mapLinkUrl: form.map_link_url,
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
    }),
  },
  payments: {
    read: ({ takesOnlinePayments, refundsNeedApproval, refundLimitBdt }) => ({
      takes_online: takesOnlinePayments,
      refunds_approved: refundsNeedApproval,
      refund_limit_bdt: refundLimitBdt,
    }),
    write: ({ takes_online, refunds_approved, refund_limit_bdt }) => ({
      takesOnlinePayments: takes_online,
      refundsNeedApproval: refunds_approved,
      refundLimitBdt: refund_limit_bdt,
    }),
  },
  charges: {
    read: ({ breakfastBdt, transferBdt, airport, exchange }) => ({
      breakfast_bdt: breakfastBdt ?? null,
      transfer_bdt: transferBdt ?? null,
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
  languages: {
    read: ({ language }) => ({ language }),
    write: (form) => form,
  },
  online: {
    read: ({ whatsApp, social }) => ({
      whats_app: whatsApp,
      social: social.map(({ network, url, followers }) => ({ network, url, followers: followers ?? null })),
    }),
    write: ({ whats_app, social }) => ({
      whatsApp: whats_app,
      social: social.map(({ network, url, followers }) => ({ network, url, ...(followers !== null && { followers }) })),
    }),
  },
  menus: { read: typedMenus, write: keptMenus },
  register: { read: typedRegister, write: keptRegister },
  letters: {
    read: ({ senderName, morningLetter: morningEmail, reminderHours, thanksDays, shifts, emergencyTo }) => ({
      ...apart('sender_name', senderName),
      morning_letter: morningEmail ?? '',
      reminder_hours: reminderHours ?? null,
      thanks_days: thanksDays ?? null,
      shift_first: shifts[0] ?? '',
      shift_second: shifts[1] ?? '',
      shift_third: shifts[2] ?? '',
      emergency_to: emergencyTo.join(', '),
    }),
    write: ({ morning_letter, shift_first, shift_second, shift_third, emergency_to, ...form }) => ({
      senderName: ifAny(form.sender_name_en, form.sender_name_bn),
      morningLetter: morning_letter || undefined,
      reminderHours: form.reminder_hours ?? undefined,
      thanksDays: form.thanks_days ?? undefined,
      shifts: [...new Set([shift_first, shift_second, shift_third])].filter((time) => time !== '').toSorted(),
      emergencyTo: [...new Set(addressesIn(emergency_to))],
    }),
  },
}

type Text = Company['name']
const apart = <Name extends string>(name: Name, text: Text | undefined) =>
  ({ [`${name}_en`]: text?.en ?? '', [`${name}_bn`]: text?.bn ?? '' }) as Record<`${Name}_${Language}`, string>
const together = (en: string, bn: string): Text => (bn === '' ? { en } : { en, bn })
/** A text that exists only in Bangla is used for English as well. */
const ifAny = (en: string, bn: string): Text | undefined => (en || bn ? together(en || bn, bn) : undefined)

/** Returns the register settings as form values. */
function typedRegister({ registerAsks, registerTitles, copiesDays }: Company): SectionForm<'register'> {
  const asked = registerColumns.map(({ name, asked: product }) => [`asked_${name}`, registerAsks[name] ?? product])
  const titles = ownColumns.flatMap((name) => [
    [`${name}_en`, registerTitles[name]?.en ?? ''],
    [`${name}_bn`, registerTitles[name]?.bn ?? ''],
  ])
  return { ...Object.fromEntries([...asked, ...titles]), copies_days: copiesDays } as SectionForm<'register'>
}

/** Converts the form for saving. Values equal to the default are not saved. */
function keptRegister(form: SectionForm<'register'>): Pick<Company, 'registerAsks' | 'registerTitles' | 'copiesDays'> {
  const registerAsks: Company['registerAsks'] = {}
  for (const { name, asked } of registerColumns)
    if (form[`asked_${name}`] !== asked) registerAsks[name] = form[`asked_${name}`]
  const registerTitles: Company['registerTitles'] = {}
  for (const name of ownColumns) {
    const title = ifAny(form[`${name}_en`], form[`${name}_bn`])
    if (title) registerTitles[name] = title
  }
  return { registerAsks, registerTitles, copiesDays: form.copies_days }
}
