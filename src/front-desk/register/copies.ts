import { codeOf } from '#stays/bookings/store.ts'
import { statusOf } from '#stays/bookings/status.ts'
import { copiesRetention } from '#stays/bookings/retention.ts'
import { today } from '#stays/availability/stay.ts'
import { companyOf, readCompany } from '#content/company.ts'
import { decode, headOf } from '#content/media/pixels.ts'
import { secretToken } from '#platform/codes.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database, type Transaction } from '#platform/database/database.ts'
import { answeredBefore } from '#platform/database/idempotency-key.ts'
import { conflict, invalid, notFound } from '#platform/errors.ts'
import { MB } from '#platform/file-kinds.ts'
import { inspect } from '#platform/files/inspect.ts'
import { recordChange } from '#platform/work/audit.ts'
import { inBatches } from '#platform/work/housekeeping.ts'
import { holdsNights, takeStays } from '../desk/stays.ts'

/** As large as one needs it to read what is printed on a paper. */
const LONGEST_SIDE = 1_600
const MAX_OF_PERSON = 4
/** The page sends no more, so that little is decoded here. */
const MAX_PIXELS = 6_000_000
/** The formats that a browser can encode a picture in. Others, such as SVG, are never decoded. */
const kinds = { most: 1, bytes: 2 * MB, types: ['image/jpeg', 'image/png', 'image/webp'] } as const

/**
 * Keeps a picture of somebody's paper, sealed: who has the database has not the pictures. It is made anew of its points, so
 * that nothing stays of what a telephone wrote into it.
 */
export async function addCopy(
  db: Database,
  ctx: RequestContext,
  { personId, picture }: { personId: number; picture: string },
): Promise<string> {
  const { now, account, idempotencyKey: key, context } = ctx
  if ((await companyOf(db, ctx)).copiesDays === 0) throw conflict('error.no_copies')
  if (!context.sealer) throw conflict('error.no_seal_key', { setting: 'SEAL_KEY' })
  const bytes = await madeAnew(Buffer.from(picture, 'base64'))
  const about = secretToken()
  const sealed = context.sealer.seal(bytes, about)
  return inTransaction(db, async (transaction) => {
    const asked = { scope: `copy:${account!.id}`, key, request: { personId, picture }, answer: '' }
    const isKnown = (await answeredBefore(transaction, asked, now)) !== undefined
    const stay = await stayOf(transaction, personId)
    if (isKnown) return codeOf(stay)
    const status = statusOf(stay, now)
    if (!holdsNights({ status })) throw conflict(`booking.now_${status}`)
    const there = await copiesOf(transaction, [personId])
    if (there.length >= MAX_OF_PERSON) throw invalid({ picture: 'error.copies_full' })
    await transaction
      .insertInto('paper_copy')
      .values({ person_id: personId, sealed, about, made_at: now, account_id: account!.id })
      .execute()
    await recordChange(transaction, ctx, 'paper copied', `booking ${codeOf(stay)}`, {})
    return codeOf(stay)
  })
}

async function madeAnew(bytes: Buffer): Promise<Buffer> {
  const inspection = inspect(kinds)
  inspection.take(bytes)
  const head = inspection.close().fault ? null : await headOf(bytes)
  const isSmall = head && head.width * head.height <= MAX_PIXELS
  const pixels = isSmall ? await decode(bytes).catch(() => null) : null
  if (!pixels) throw invalid({ picture: 'error.picture_unreadable' })
  const { width, height } = pixels
  return pixels.size(Math.round(width * Math.min(1, LONGEST_SIDE / Math.max(width, height))), 'jpeg')
}

/** Shows it to whoever asks, which the log is told before they see it. */
export async function seeCopy(db: Database, ctx: RequestContext, id: number): Promise<Uint8Array<ArrayBuffer>> {
  const copy = await inTransaction(db, async (transaction) => {
    const found = await takeCopy(transaction, id)
    await recordChange(transaction, ctx, 'paper copy seen', `booking ${codeOf(found.stay)}`, {})
    return found
  })
  const bytes = ctx.context.sealer?.open(copy.sealed, copy.about)
  if (!bytes) throw conflict('error.sealed_otherwise')
  return new Uint8Array(bytes)
}

export async function removeCopy(db: Database, ctx: RequestContext, id: number): Promise<string> {
  return inTransaction(db, async (transaction) => {
    const { stay } = await takeCopy(transaction, id)
    await transaction.deleteFrom('paper_copy').where('id', '=', id).execute()
    await recordChange(transaction, ctx, 'paper copy removed', `booking ${codeOf(stay)}`, {})
    return codeOf(stay)
  })
}

async function takeCopy(db: Transaction, id: number) {
  const copy = await db.selectFrom('paper_copy').selectAll().where('id', '=', id).executeTakeFirst()
  if (!copy) throw notFound()
  return { ...copy, stay: await stayOf(db, copy.person_id) }
}

/** Of whose room it is; nobody else changes that before the transaction is over. */
async function stayOf(db: Transaction, personId: number) {
  const person = await db.selectFrom('stay_person').select('booking_id').where('id', '=', personId).executeTakeFirst()
  const [stay] = person ? await takeStays(db, [person.booking_id]) : []
  if (!stay) throw notFound()
  return stay
}

/** Of some people, in the order in which they were made, with who made them; not what is on them. */
export const copiesOf = (db: Database, personIds: readonly number[]) =>
  db
    .selectFrom('paper_copy')
    .innerJoin('account', 'account.id', 'paper_copy.account_id')
    .select(['paper_copy.id', 'person_id', 'made_at', 'account.name as by'])
    .where('person_id', 'in', personIds.length > 0 ? personIds : [-1])
    .orderBy('paper_copy.id')
    .execute()

/** What its time is over for, counted from the day on which they left; where none are kept, all. */
export async function purgeCopies(db: Database, now: number): Promise<void> {
  const company = await readCompany(db)
  const days = Math.min(company.copiesDays, copiesRetention.mostDays)
  const then = today(company, now) - days
  await inBatches(async (most) => {
    const old = db
      .selectFrom('paper_copy')
      .innerJoin('stay_person', 'stay_person.id', 'paper_copy.person_id')
      .innerJoin('booking', 'booking.id', 'stay_person.booking_id')
      .select('paper_copy.id')
      .$if(days > 0, (query) => query.where('check_out', '<', then))
      .orderBy('paper_copy.id')
      .limit(most)
    return (await db.deleteFrom('paper_copy').where('id', 'in', old).executeTakeFirst()).numDeletedRows
  })
}
