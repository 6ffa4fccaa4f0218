import { readCompany } from '#content/company.ts'
import { createSecretToken, digestText, hashToken } from '#platform/codes.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Context } from '#platform/context.ts'
import { inTransaction, type Database, type Transaction } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import { decryptText, sealText } from '#platform/files/sealed-text.ts'
import { recordChange } from '#platform/audit.ts'
import { feedPath } from '#routes/office.ts'
import { findBlocks, type FeedTarget } from './blocks.ts'
import { formatFeed } from './feed-file.ts'
import { MINUTE_MS } from '#platform/durations.ts'

/** The text of a feed and the time of its last change. */
interface FeedText {
  text: string
  /** The hash of the name and the blocks. */
  contentHash: string
  changedAt: number
}

const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/
/** The precision of the stored time at which an address was last read. */
const READ_TIME_PRECISION_MS = 5 * MINUTE_MS

/** Returns the feed of a secret address, or null if the address is unknown or withdrawn. */
export async function serveFeed(
  db: Database,
  { publicUrl }: Pick<Context, 'publicUrl'>,
  token: string,
  now: number,
): Promise<FeedText | null> {
  if (!TOKEN_PATTERN.test(token)) return null
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
    .where('hash', '=', hashToken(token))
    .executeTakeFirst()
  if (!feed) return null
  const blocks = await findBlocks(db, feed, await readCompany(db), now)
  const name = [feed.room_name, feed.unit_name].filter(Boolean).join(' ')
  const contentHash = digestText(JSON.stringify([name, blocks]))
  const changedAt = await recordRead(db, feed, contentHash, now)
  const { hostname: host } = new URL(publicUrl)
  return { text: formatFeed(blocks, { name, host, secret: feed.about, changedAt }), contentHash, changedAt }
}

async function recordRead(
  db: Database,
  feed: { id: number; body: string; changed_at: number; read_at: number | null },
  body: string,
  now: number,
): Promise<number> {
  const isChanged = feed.body !== body
  if (!isChanged && now - (feed.read_at ?? 0) < READ_TIME_PRECISION_MS) return feed.changed_at
  await db
    .updateTable('calendar_feed')
    .set({ read_at: now, ...(isChanged && { body, changed_at: now }) })
    .where('id', '=', feed.id)
    .$if(isChanged, (query) => query.where('body', '=', feed.body))
    .execute()
  if (!isChanged) return feed.changed_at
  // Another request may have detected the same change first. Then use the time that it stored.
  const { changed_at } = await db
    .selectFrom('calendar_feed')
    .select('changed_at')
    .where('id', '=', feed.id)
    .executeTakeFirstOrThrow()
  return changed_at
}

/** Creates the address of a room or unit. Keeps an existing address. */
export async function createAddress(
  db: Database,
  ctx: RequestContext,
  target: { room: number; unit: number },
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const feed = await resolveTarget(transaction, target)
    const { numInsertedOrUpdatedRows } = await insertFeed(transaction, ctx, feed)
    if (numInsertedOrUpdatedRows === 0n) return
    await recordChange(transaction, ctx, 'calendar address created', await findAuditSubject(transaction, feed), {
      after: { calendar_of: await findAuditName(transaction, feed) },
    })
  })
}

async function resolveTarget(db: Transaction, { room, unit }: { room: number; unit: number }): Promise<FeedTarget> {
  const feed =
    unit === 0
      ? await db.selectFrom('room').select('id').where('id', '=', room).executeTakeFirst()
      : await db.selectFrom('unit').select('id').where('id', '=', unit).where('room_id', '=', room).executeTakeFirst()
  if (!feed) throw notFound()
  return { room_id: unit === 0 ? room : null, unit_id: unit === 0 ? null : unit, import_id: null }
}

/** Adds a feed with a new secret, unless the target already has a feed. */
export function insertFeed(
  db: Transaction,
  { now, context }: Pick<RequestContext, 'now' | 'context'>,
  target: FeedTarget,
) {
  const token = createSecretToken()
  return db
    .insertInto('calendar_feed')
    .values({ ...target, hash: hashToken(token), ...sealText(context, token), created_at: now, changed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
}

/** Replaces an address. The old address stops working at once. The blocks keep their UIDs. */
export async function renewAddress(db: Database, ctx: RequestContext, { id }: { id: number }): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const feed = await getFeed(transaction, id)
    const token = createSecretToken()
    await transaction
      .updateTable('calendar_feed')
      .set({ hash: hashToken(token), ...sealText(ctx.context, token, feed.about), created_at: ctx.now, read_at: null })
      .where('id', '=', id)
      .execute()
    await recordChange(transaction, ctx, 'calendar address renewed', await findAuditSubject(transaction, feed), {
      after: { calendar_of: await findAuditName(transaction, feed) },
    })
  })
}

/** Revokes a feed URL. Rejects the feed of an imported calendar: it is removed together with the import. */
export async function withdrawAddress(db: Database, ctx: RequestContext, { id }: { id: number }): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const feed = await getFeed(transaction, id)
    if (feed.import_id !== null) throw notFound()
    await transaction.deleteFrom('calendar_feed').where('id', '=', id).execute()
    await recordChange(transaction, ctx, 'calendar address revoked', await findAuditSubject(transaction, feed), {
      before: { calendar_of: await findAuditName(transaction, feed) },
    })
  })
}

async function getFeed(db: Transaction, id: number) {
  const feed = await db.selectFrom('calendar_feed').selectAll().where('id', '=', id).executeTakeFirst()
  if (!feed) throw notFound()
  return feed
}

async function findAuditSubject(db: Transaction, { room_id, unit_id }: FeedTarget): Promise<string> {
  if (room_id !== null) return `room ${room_id}`
  const unit = await db.selectFrom('unit').select('room_id').where('id', '=', unit_id!).executeTakeFirstOrThrow()
  return `room ${unit.room_id}`
}

/** Returns the name of the feed for the audit log. */
async function findAuditName(db: Transaction, { room_id, unit_id, import_id }: FeedTarget): Promise<string> {
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

/** Returns the full secret URL. Null if it can no longer be decrypted; a new address can be created then. */
export function buildFeedUrl(
  context: Pick<Context, 'sealer' | 'publicUrl'>,
  feed: { sealed: Uint8Array; about: string },
) {
  const token = decryptText(context, feed)
  return token === null ? null : context.publicUrl + feedPath.replace(':feed', `${token}.ics`)
}
