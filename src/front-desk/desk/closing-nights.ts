import {
  closeForDates,
  validateClosing,
  reopenUnit,
  type ClosureHook,
  type ClosedUnit,
  type ClosingForm,
} from '#stays/availability/office-closures.ts'
import { computeToday } from '#stays/availability/stay.ts'
import { loadCompany } from '#content/company.ts'
import type { Email } from '#mail/email.ts'
import type { EmailDefinitions } from '#mail/definition.ts'
import { emailCompany } from '#mail/outbox.ts'
import { hasPermission } from '#schema/permissions.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database, WholeDatabase } from '#platform/database/database.ts'
import { isoDay, parseDay } from '#platform/day.ts'
import { conflict, assertValid } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { officeHref } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { formatInclusiveDates } from '#locales/dates.ts'
import { MAX_CLOSING_DAYS, isShortClosing } from './short-closing.ts'

/**
 * Takes a unit off sale from the chart, for a short time, and emails the company. Staff who may edit rooms have no
 * time limit and cause no email.
 */
export async function closeNights(db: WholeDatabase, ctx: RequestContext, form: ClosingForm): Promise<void> {
  assertValid((await validateClosingNights(db, ctx, form)).fieldErrors)
  await closeForDates(db, ctx, form, mayOnlyRunDesk(ctx) ? createCompanyNotifier(ctx, 'closed') : undefined)
}

export async function validateClosingNights(
  db: Database,
  ctx: RequestContext,
  form: Partial<ClosingForm>,
): Promise<ValidationResult> {
  const { fieldErrors } = await validateClosing(db, ctx, form)
  const [from, to] = [form.from && parseDay(form.from), form.to && parseDay(form.to)]
  if (!mayOnlyRunDesk(ctx) || !from || !to || fieldErrors['from'] || fieldErrors['to']) return { fieldErrors }
  const day = computeToday(await loadCompany(db, ctx), ctx.now)
  if (isShortClosing({ from, to }, day)) return { fieldErrors }
  return {
    fieldErrors: {
      ...fieldErrors,
      to: [{ key: 'desk.closing_too_far', values: { day: isoDay(day + MAX_CLOSING_DAYS) } }],
    },
  }
}

/** Puts a unit back on sale. The desk reopens only short closures, including those of other staff. */
export async function openNights(
  db: WholeDatabase,
  ctx: RequestContext,
  { closure: id }: { closure: number },
): Promise<void> {
  if (!mayOnlyRunDesk(ctx)) return reopenUnit(db, ctx, { id })
  const day = computeToday(await loadCompany(db, ctx), ctx.now)
  const notifyCompany = createCompanyNotifier(ctx, 'opened')
  await reopenUnit(db, ctx, { id }, async (tx, closed) => {
    if (!isShortClosing(closed, day)) throw conflict('desk.closing_too_long')
    await notifyCompany(tx, closed)
  })
}

const mayOnlyRunDesk = ({ account }: RequestContext): boolean => !hasPermission(account, 'change rooms')

/** Returns a callback that emails the company. */
const createCompanyNotifier =
  (ctx: RequestContext, event: 'closed' | 'opened'): ClosureHook =>
  async (tx, closedNights) => {
    const company = await loadCompany(tx, ctx)
    const { name, email } = await tx
      .selectFrom('account')
      .select(['name', 'email'])
      .where('id', '=', ctx.account!.id)
      .executeTakeFirstOrThrow()
    await emailCompany(tx, ctx.now, company, composeClosureEmail(closedNights, event, name, ctx, company.language), {
      name,
      address: email,
    })
  }

function composeClosureEmail(
  { unit, room, from, to, reason }: ClosedUnit,
  event: 'closed' | 'opened',
  userName: string,
  { context }: RequestContext,
  language: RequestContext['language'],
): Email {
  const translator = translatorFor(language)
  const { t } = translator
  const dateText = formatInclusiveDates(translator, isoDay(from), isoDay(to - 1))
  const values = { unit, who: userName, dates: dateText, from: isoDay(from), to: isoDay(to) }
  return {
    kind: 'company_unit',
    subject: t(`mail.unit_${event}_subject`, values),
    paragraphs: [t(`mail.unit_${event}`, values)],
    facts: [[t('mail.unit_reason'), reason]],
    links: [{ label: t('mail.unit_link'), url: context.publicUrl + officeHref('units', room) }],
    about: `room ${room}`,
  }
}

/** The email about closed and reopened units. The sample shows the last closure as if the current user had made it. */
export const closingEmails = {
  company_unit: {
    texts: [
      'mail.unit_closed_subject',
      'mail.unit_opened_subject',
      'mail.unit_closed',
      'mail.unit_opened',
      'mail.unit_link',
    ],
    sample: async (db, ctx, { language }) => {
      const lastClosure = await db
        .selectFrom('unit_closure')
        .innerJoin('unit', 'unit.id', 'unit_closure.unit_id')
        .select(['unit.name as unit', 'unit.room_id as room', 'from_day as from', 'to_day as to', 'reason'])
        .orderBy('unit_closure.id', 'desc')
        .limit(1)
        .executeTakeFirst()
      if (!lastClosure) return null
      const { name } = await db
        .selectFrom('account')
        .select('name')
        .where('id', '=', ctx.account!.id)
        .executeTakeFirstOrThrow()
      return { about: lastClosure.unit, make: () => composeClosureEmail(lastClosure, 'closed', name, ctx, language) }
    },
  },
} satisfies Partial<EmailDefinitions>
