import { isoDay, parseDay } from '#platform/day.ts'
import type { Action } from '#schema/actions.ts'
import type { Grant } from '#schema/permissions.ts'
import { formatInclusiveDates, formatStay } from '#locales/dates.ts'
import type { Values, MessageKey, Translator } from '#locales/translator.ts'
import { formatValue } from './format-value.ts'

const isoDayPattern = /^\d{4}-\d\d-\d\d$/

/** Returns the label of an action. During an upgrade, the older version may still store actions that have no label. */
export function describeAction(action: Action, { t }: Translator): string {
  const key = `log.${action.replaceAll(/[ -]/g, '_')}` as MessageKey & `log.${string}`
  const label = t(key)
  return label === key ? action : label
}

/** Returns the display name of a changed record: `room 3`, `settings contact`. */
export function describeSubject(subject: string, translator: Translator): string {
  const [kind = '', id = ''] = subject.split(' ')
  const { t } = translator
  if (kind === 'settings') {
    const key = `settings.${id as 'contact'}` as const
    const sectionTitle = t(key)
    // Entries of earlier versions of the app name sections that no longer exist.
    return sectionTitle === key ? t('changed.of_settings') : `${t('changed.of_settings')}: ${sectionTitle}`
  }
  const displayName = /^\d+$/.test(id) ? translator.digits(id) : isoDayPattern.test(id) ? translator.day(id) : id
  return formatChangedText(`of_${kind}`, translator, { id: displayName }) ?? subject
}

/**
 * Returns the display name of a changed field: `title_bn` is the title in Bangla, `unit 4B` is the unit with that name,
 * and a date is formatted.
 */
export function formatFieldName(field: string, translator: Translator): string {
  const { t, day } = translator
  if (isoDayPattern.test(field)) return day(field)
  if (field.startsWith('asked_')) return t(`guests.${field.slice(6) as 'born'}`)
  const [name = '', ...suffix] = field.split(' ')
  if (name === 'condition') return t('housekeeping.condition_of', { unit: suffix.join(' ') })
  const [, stem, language] = /^(.+)_(en|bn)$/.exec(name) ?? []
  const displayName = formatChangedText(name, translator)
  if (displayName) return [displayName, ...suffix].join(' ')
  const stemName = stem && formatChangedText(stem, translator)
  if (!stemName) return field.replaceAll('_', ' ')
  return t(language === 'en' ? 'edit.in_english' : 'edit.in_bangla', { label: stemName })
}

/** Fields with an amount in BDT. */
const amountFields: ReadonlySet<string> = new Set([
  'amount',
  'breakfast_bdt',
  'counted',
  'deposit',
  'difference',
  'expected',
  'fee',
  'fee_waived',
  'late_charged',
  'late_check_out_bdt',
  'late_waived',
  'overpaid_credit',
  'overpaid_refund',
  'package_price',
  'price',
  'refund_limit_bdt',
  'total',
  'transfer_bdt',
  'unused_charged',
  'unused_waived',
])

/** Formats the value of a field before or after a change. */
export function describeValue(field: string, value: unknown, translator: Translator): string {
  const { t, day, digits, number } = translator
  if (value === null || value === undefined || value === '') return t('log.nothing')
  if (typeof value === 'boolean') return t(value ? 'edit.yes' : 'edit.no')
  if (field === 'status') return t(`dashboard.status_${value as 'confirmed'}`)
  if (field === 'standing') return t(`inbox.state_${value as 'new'}`)
  if (field === 'company_kind')
    return t(`customer.kind_${value === 'other' ? 'company' : (String(value).replace(' ', '_') as 'factory')}`)
  if (field === 'order_state') return t(`orders.state_${value as 'confirmed'}`)
  if (field === 'decision') return t(`orders.decision_${value as 'approved'}`)
  if (field === 'method') return t(`bill.method_${value as 'cash'}`)
  if (field === 'source') return t(`desk.source_${value as 'phone'}`)
  if (field.startsWith('condition ')) return t(`housekeeping.${value as 'clean'}`)
  if (field.startsWith('asked_')) return t(`register_questions.${value as 'nobody'}`)
  if (field === 'bed_setups')
    return String(value)
      .split(',')
      .map((setup) => t(`room.bed_${setup as 'double'}`))
      .join('\n')
  if (value === 'after_midnight') return t('booking.arrival_after_midnight')
  if (field === 'grants') return (value as Grant[]).map((grant) => t(getGrantKey(grant))).join('\n')
  if (typeof value === 'number' && amountFields.has(field)) return number(value)
  const sumMatch = typeof value === 'string' && /^([A-Z]{3}) (\d+)(\.\d\d)$/.exec(value)
  if (sumMatch) return `${sumMatch[1]}\u00a0${number(Number(sumMatch[2]))}${digits(sumMatch[3]!)}`
  const text = formatValue(value)
    .replaceAll(isoRangePattern, (_, from: string, to: string) => formatRange(field, from, to, translator))
    .replaceAll(/\b\d{4}-\d\d-\d\d\b/g, (iso) => day(iso))
  return typeof value === 'number' || /^\d\d:\d\d$/.test(text) ? digits(text) : text
}

const isoRangePattern = /\b(\d{4}-\d\d-\d\d) – (\d{4}-\d\d-\d\d)\b/g

/** The nights of a rate change include the last day. A closure ends on the day on which the unit opens again. */
function formatRange(field: string, from: string, to: string, translator: Translator): string {
  if (field === 'days') return formatInclusiveDates(translator, from, to)
  if (field.startsWith('closed ')) return formatInclusiveDates(translator, from, isoDay(parseDay(to)! - 1))
  return formatStay(translator, from, to)
}

export const getGrantKey = (grant: Grant) => `grant.${grant.replaceAll(' ', '_')}` as MessageKey & `grant.${string}`

/** Returns the message with the key `changed.<name>`, or null if there is none. */
function formatChangedText(name: string, { t }: Translator, values?: Values): string | null {
  const key = `changed.${name}` as MessageKey & `changed.${string}`
  const translation = t(key, values)
  return translation === key ? null : translation
}
