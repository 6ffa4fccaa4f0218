import { getBookingReference } from '#stays/bookings/store.ts'
import { getStatus } from '#stays/bookings/status.ts'
import { copiesRetention } from '#stays/bookings/retention.ts'
import { computeToday } from '#stays/availability/stay.ts'
import { loadCompany, readCompany } from '#content/company.ts'
import { decode, readHeader } from '#content/media/pixels.ts'
import { createSecretToken } from '#platform/codes.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database, type Transaction } from '#platform/database/database.ts'
import { claimOperation } from '#platform/database/idempotency-key.ts'
import { conflict, invalid, notFound } from '#platform/errors.ts'
import { MB } from '#platform/file-kinds.ts'
import { startInspection } from '#platform/files/inspect.ts'
import { recordChange } from '#platform/audit.ts'
import { runInBatches } from '#platform/background/cleanup.ts'
import { holdsNights, lockStays } from '../desk/stays.ts'

/** The maximum side of a stored copy, enough to read the print of a document. */
const MAX_SIDE_PX = 1_600
const MAX_COPIES_PER_PERSON = 4
/**
 * The maximum size of an uploaded picture, so that decoding stays cheap. The page shrinks pictures before the upload.
 */
const MAX_PIXELS = 6_000_000
/** The formats in which browsers encode pictures. Other formats, such as SVG, are never decoded. */
const uploadRules = { maxCount: 1, bytes: 2 * MB, types: ['image/jpeg', 'image/png', 'image/webp'] } as const

/**
 * Stores a copy of an identity document, encrypted, so that the database alone does not reveal it. The picture is
 * re-encoded from its pixels, which removes all metadata.
 */
export async function addCopy(
  db: Database,
  ctx: RequestContext,
  { personId, picture }: { personId: number; picture: string },
): Promise<string> {
  const { now, account, context } = ctx
  if ((await loadCompany(db, ctx)).copiesDays === 0) throw conflict('error.no_copies')
  if (!context.sealer) throw conflict('error.no_seal_key', { setting: 'SEAL_KEY' })
  const bytes = await reencode(Buffer.from(picture, 'base64'))
  const sealContext = createSecretToken()
  const sealedBytes = context.sealer.seal(bytes, sealContext)
  return inTransaction(db, async (transaction) => {
    const isRepeated = !(await claimOperation(transaction, ctx, 'copy', { personId, picture }))
    const stay = await lockStayOfPerson(transaction, personId)
    if (isRepeated) return getBookingReference(stay)
    const status = getStatus(stay, now)
    if (!holdsNights({ status })) throw conflict(`booking.now_${status}`)
    const existingCopies = await listCopies(transaction, [personId])
    if (existingCopies.length >= MAX_COPIES_PER_PERSON) throw invalid({ picture: 'error.copies_full' })
    await transaction
      .insertInto('document_copy')
      .values({
        person_id: personId,
        sealed: sealedBytes,
        about: sealContext,
        created_at: now,
        account_id: account!.id,
      })
      .execute()
    await recordChange(transaction, ctx, 'document copy added', `booking ${getBookingReference(stay)}`, {})
    return getBookingReference(stay)
  })
}

async function reencode(bytes: Buffer): Promise<Buffer> {
  const inspection = startInspection(uploadRules)
  inspection.take(bytes)
  const pictureSize = inspection.close().fault ? null : await readHeader(bytes)
  const isSmall = pictureSize && pictureSize.width * pictureSize.height <= MAX_PIXELS
  const pixels = isSmall ? await decode(bytes).catch(() => null) : null
  if (!pixels) throw invalid({ picture: 'error.picture_unreadable' })
  const { width, height } = pixels
  return pixels.size(Math.round(width * Math.min(1, MAX_SIDE_PX / Math.max(width, height))), 'jpeg')
}

/** Returns a copy. The view is logged first. */
export async function viewCopy(db: Database, ctx: RequestContext, id: number): Promise<Uint8Array<ArrayBuffer>> {
  const copy = await inTransaction(db, async (transaction) => {
    const lockedCopy = await lockCopy(transaction, id)
    await recordChange(transaction, ctx, 'document copy viewed', `booking ${getBookingReference(lockedCopy.stay)}`, {})
    return lockedCopy
  })
  const bytes = ctx.context.sealer?.open(copy.sealed, copy.about)
  if (!bytes) throw conflict('error.encrypted_with_other_key')
  return new Uint8Array(bytes)
}

export async function removeCopy(db: Database, ctx: RequestContext, id: number): Promise<string> {
  return inTransaction(db, async (transaction) => {
    const { stay } = await lockCopy(transaction, id)
    await transaction.deleteFrom('document_copy').where('id', '=', id).execute()
    await recordChange(transaction, ctx, 'document copy removed', `booking ${getBookingReference(stay)}`, {})
    return getBookingReference(stay)
  })
}

async function lockCopy(db: Transaction, id: number) {
  const copy = await db.selectFrom('document_copy').selectAll().where('id', '=', id).executeTakeFirst()
  if (!copy) throw notFound()
  return { ...copy, stay: await lockStayOfPerson(db, copy.person_id) }
}

/** Locks the stay of a registered person until the end of the transaction. */
async function lockStayOfPerson(db: Transaction, personId: number) {
  const person = await db.selectFrom('stay_person').select('booking_id').where('id', '=', personId).executeTakeFirst()
  const [stay] = person ? await lockStays(db, [person.booking_id]) : []
  if (!stay) throw notFound()
  return stay
}

/**
 * Lists the copies of these persons in order of creation, with the staff member who added them, without the pictures.
 */
export const listCopies = (db: Database, personIds: readonly number[]) =>
  db
    .selectFrom('document_copy')
    .innerJoin('account', 'account.id', 'document_copy.account_id')
    .select(['document_copy.id', 'person_id', 'document_copy.created_at', 'account.name as authorName'])
    .where('person_id', 'in', personIds.length > 0 ? personIds : [-1])
    .orderBy('document_copy.id')
    .execute()

/**
 * Deletes expired copies. Their age counts from the day of departure. Deletes all copies if the property stores none.
 */
export async function purgeCopies(db: Database, now: number): Promise<void> {
  const company = await readCompany(db)
  const days = Math.min(company.copiesDays, copiesRetention.maxDays)
  const cutoffDay = computeToday(company, now) - days
  await runInBatches(async (limit) => {
    const oldCopiesQuery = db
      .selectFrom('document_copy')
      .innerJoin('stay_person', 'stay_person.id', 'document_copy.person_id')
      .innerJoin('booking', 'booking.id', 'stay_person.booking_id')
      .select('document_copy.id')
      .$if(days > 0, (query) => query.where('check_out', '<', cutoffDay))
      .orderBy('document_copy.id')
      .limit(limit)
    return (await db.deleteFrom('document_copy').where('id', 'in', oldCopiesQuery).executeTakeFirst()).numDeletedRows
  })
}
