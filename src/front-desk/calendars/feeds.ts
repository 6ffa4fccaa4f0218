import { readCompany } from '#content/company.ts'
import { secretToken, textHash, tokenHash } from '#platform/codes.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Context } from '#platform/context.ts'
import { inTransaction, type Database, type Transaction } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import { openText, sealText } from '#platform/files/sealed-text.ts'
import { recordChange } from '#platform/work/audit.ts'
import { feedPath } from '#routes/office.ts'
import { blocksOf, type FeedOf } from './blocks.ts'
import { feedFile } from './feed-file.ts'

/** What whoever has the address reads, and when any of it was last otherwise. */
interface FeedText {
  text: string
  /** The hash of what it says. */
  body: string
  changedAt: number
}

const TOKEN = /^[A-Za-z0-9_-]{43}$/
/** How precisely it is kept when an address was last read. */
const READ_AGAIN_MS = 5 * 60_000

/** Null where no such address is given out, or not any more. */
export async function feedAt(
  db: Database,
  { publicUrl }: Pick<Context, 'publicUrl'>,
  token: string,
  now: number,
): Promise<FeedText | null> {
  if (!TOKEN.test(token)) return null
  const feed = await db
    .selectFrom('calendar_feed')
    .leftJoin('unit', 'unit.id', 'calendar_feed.unit_id')
    .leftJoin('room', (join) =>
      join.on((on) =>
        on.or([on('room.id', '=', on.ref('calendar_feed.room_id')), on('room.id', '=', on.ref('unit.room_id'))]),
      ),
    )
    .selectAll('calendar_feed')
    .select(['room.name_en as room_name', 'unit.name as unit_name'])
    .where('hash', '=', tokenHash(token))
    .executeTakeFirst()
  if (!feed) return null
  const blocks = await blocksOf(db, feed, await readCompany(db), now)
  const name = [feed.room_name, feed.unit_name].filter(Boolean).join(' ')
  const body = textHash(JSON.stringify([name, blocks]))
  const changedAt = await sinceWhen(db, feed, body, now)
  const { hostname: host } = new URL(publicUrl)
  return { text: feedFile(blocks, { name, host, secret: feed.about, at: changedAt }), body, changedAt }
}

async function sinceWhen(
  db: Database,
  feed: { id: number; body: string; changed_at: number; read_at: number | null },
  body: string,
  now: number,
): Promise<number> {
  const isOtherwise = feed.body !== body
  if (!isOtherwise && now - (feed.read_at ?? 0) < READ_AGAIN_MS) return feed.changed_at
  await db
    .updateTable('calendar_feed')
    .set({ read_at: now, ...(isOtherwise && { body, changed_at: now }) })
    .where('id', '=', feed.id)
    .$if(isOtherwise, (query) => query.where('body', '=', feed.body))
    .execute()
  if (!isOtherwise) return feed.changed_at
  // Of two that see it first, one has written it.
  const { changed_at } = await db
    .selectFrom('calendar_feed')
    .select('changed_at')
    .where('id', '=', feed.id)
    .executeTakeFirstOrThrow()
  return changed_at
}

/** Gives a room or a unit its address. One that it has stays. */
export async function giveAddress(
  db: Database,
  ctx: RequestContext,
  of: { room: number; unit: number },
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const feed = await placeOf(transaction, of)
    const { numInsertedOrUpdatedRows } = await addFeed(transaction, ctx, feed)
    if (numInsertedOrUpdatedRows === 0n) return
    await recordChange(transaction, ctx, 'calendar address given', await subjectOf(transaction, feed), {
      after: { calendar_of: await nameOf(transaction, feed) },
    })
  })
}

async function placeOf(db: Transaction, { room, unit }: { room: number; unit: number }): Promise<FeedOf> {
  const found =
    unit === 0
      ? await db.selectFrom('room').select('id').where('id', '=', room).executeTakeFirst()
      : await db.selectFrom('unit').select('id').where('id', '=', unit).where('room_id', '=', room).executeTakeFirst()
  if (!found) throw notFound()
  return { room_id: unit === 0 ? room : null, unit_id: unit === 0 ? null : unit, import_id: null }
}

/** With a secret that nobody has yet. */
export function addFeed(db: Transaction, { now, context }: Pick<RequestContext, 'now' | 'context'>, of: FeedOf) {
  const token = secretToken()
  return db
    .insertInto('calendar_feed')
    .values({ ...of, hash: tokenHash(token), ...sealText(context, token), made_at: now, changed_at: now })
    .onConflict((known) => known.doNothing())
    .executeTakeFirst()
}

/** Another address in the place of one: from now on the old one leads nowhere. What it tells keeps its names. */
export async function renewAddress(db: Database, ctx: RequestContext, { id }: { id: number }): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const feed = await feedOf(transaction, id)
    const token = secretToken()
    await transaction
      .updateTable('calendar_feed')
      .set({ hash: tokenHash(token), ...sealText(ctx.context, token, feed.about), made_at: ctx.now, read_at: null })
      .where('id', '=', id)
      .execute()
    await recordChange(transaction, ctx, 'calendar address renewed', await subjectOf(transaction, feed), {
      after: { calendar_of: await nameOf(transaction, feed) },
    })
  })
}

/** Nobody reads there any more. The one of a calendar that is read here ends with that. */
export async function endAddress(db: Database, ctx: RequestContext, { id }: { id: number }): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const feed = await feedOf(transaction, id)
    if (feed.import_id !== null) throw notFound()
    await transaction.deleteFrom('calendar_feed').where('id', '=', id).execute()
    await recordChange(transaction, ctx, 'calendar address ended', await subjectOf(transaction, feed), {
      before: { calendar_of: await nameOf(transaction, feed) },
    })
  })
}

async function feedOf(db: Transaction, id: number) {
  const feed = await db.selectFrom('calendar_feed').selectAll().where('id', '=', id).executeTakeFirst()
  if (!feed) throw notFound()
  return feed
}

async function subjectOf(db: Transaction, { room_id, unit_id }: FeedOf): Promise<string> {
  if (room_id !== null) return `room ${room_id}`
  const unit = await db.selectFrom('unit').select('room_id').where('id', '=', unit_id!).executeTakeFirstOrThrow()
  return `room ${unit.room_id}`
}

/** As the log calls it. */
async function nameOf(db: Transaction, { room_id, unit_id, import_id }: FeedOf): Promise<string> {
  if (room_id !== null)
    return (await db.selectFrom('room').select('name_en').where('id', '=', room_id).executeTakeFirstOrThrow()).name_en
  const { name } = await db.selectFrom('unit').select('name').where('id', '=', unit_id!).executeTakeFirstOrThrow()
  if (import_id === null) return name
  const source = await db
    .selectFrom('calendar_import')
    .select('name')
    .where('id', '=', import_id)
    .executeTakeFirstOrThrow()
  return `${name}, ${source.name}`
}

/** The whole address, for whoever may give it on. Null where it cannot be shown any more: then a new one can be made. */
export function addressOf(context: Pick<Context, 'sealer' | 'publicUrl'>, feed: { sealed: Uint8Array; about: string }) {
  const token = openText(context, feed)
  return token === null ? null : context.publicUrl + feedPath.replace(':feed', `${token}.ics`)
}
