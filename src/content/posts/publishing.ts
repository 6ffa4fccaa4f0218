import type { Selectable } from 'kysely'
import { readCompany } from '../company.ts'
import { purgeTextPictures, updatePictureFiles } from '../media/text-pictures.ts'
import { timestampAt } from '#platform/clock.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database, WholeDatabase } from '#platform/database/database.ts'
import { publish, type PublishTransaction } from '#platform/database/publish.ts'
import { conflict, invalid, notFound, assertValid, type FieldMessages } from '#platform/errors.ts'
import { recordAudit, recordChange } from '#platform/audit.ts'
import { enqueue, type JobKinds } from '#platform/background/jobs.ts'
import type { Tables } from '#schema/tables.ts'
import { getDraft, updateChangedFlag, throwSlugError, type DraftRow } from './draft.ts'
import { describeChanges, describeNewPost } from './describe-changes.ts'
import { pickContent, storePostPictures, postDisplayJobs, wasPublished, type PostContent } from './post.ts'
import { storeVersion } from './versions.ts'
import { DAY_MS } from '#platform/durations.ts'

type PostRow = Selectable<Tables['post']>

/** The versions that the user has loaded, so that nobody publishes unread changes of others. */
export interface LoadedVersions {
  id: number
  version: number
  version_en: number
  version_bn: number
}

/** Publishes the draft and cancels its schedule. */
export async function publishPost(
  db: WholeDatabase,
  ctx: RequestContext,
  loadedVersions: LoadedVersions,
): Promise<void> {
  await publish(db, async (tx) => {
    const draft = await lockDraft(tx, loadedVersions)
    assertValid(validateForPublishing(draft))
    await tx.deleteFrom('post_schedule').where('post_id', '=', loadedVersions.id).execute()
    const before = await replaceLivePost(tx, loadedVersions.id, draft, ctx.now, ctx.now)
    await storeVersion(tx, ctx, 'published', loadedVersions.id, draft)
    const description = before.published_at === null ? describeNewPost(draft) : describeChanges(before, draft)
    await recordChange(tx, ctx, 'post published', `post ${loadedVersions.id}`, description)
  }).catch(throwSlugError)
}

/**
 * Schedules the current draft for a time in the property's time zone. Later changes to the draft do not affect the
 * scheduled version. The published post stays until then.
 */
export async function schedulePost(
  db: WholeDatabase,
  ctx: RequestContext,
  { day, time, ...loadedVersions }: LoadedVersions & { day: string; time: string },
): Promise<void> {
  const { timeZone } = await readCompany(db)
  const publishAt = timestampAt(timeZone, day, time)
  if (publishAt === undefined) throw invalid({ time: 'error.no_such_time' })
  if (publishAt <= ctx.now) throw invalid({ time: 'error.time_past' })
  if (publishAt > ctx.now + MAX_AHEAD_MS) throw invalid({ day: 'error.schedule_too_far' })
  await publish(db, async (tx) => {
    const draft = await lockDraft(tx, loadedVersions)
    assertValid(validateForPublishing(draft))
    const version = await storeVersion(tx, ctx, 'scheduled', loadedVersions.id, draft)
    await tx.deleteFrom('post_schedule').where('post_id', '=', loadedVersions.id).execute()
    const { id } = await tx
      .insertInto('post_schedule')
      .values({ post_id: loadedVersions.id, version_id: version.id, at: publishAt, account_id: ctx.account!.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    await enqueue(tx, ctx.now, 'publish-scheduled', { schedule: id }, publishAt)
    await recordChange(tx, ctx, 'post scheduled', `post ${loadedVersions.id}`, { after: { day, time } })
  })
}
const MAX_AHEAD_MS = 2 * 366 * DAY_MS

export async function cancelSchedule(db: WholeDatabase, ctx: RequestContext, { id }: { id: number }): Promise<void> {
  await publish(db, async (tx) => {
    const deletedSchedule = await tx.deleteFrom('post_schedule').where('post_id', '=', id).executeTakeFirst()
    // Finds posts that were scheduled before drafts existed.
    const legacyUpdate = await tx
      .updateTable('post')
      .set({ published_at: null })
      .where('id', '=', id)
      .where('published_at', '>', ctx.now)
      .executeTakeFirst()
    if (deletedSchedule.numDeletedRows + legacyUpdate.numUpdatedRows === 0n) throw conflict('error.conflict')
    await updateChangedFlag(tx, id)
    await recordChange(tx, ctx, 'post schedule cancelled', `post ${id}`, {})
  })
}

/** Unpublishes a post and cancels its schedule. The draft stays. */
export async function unpublishPost(db: WholeDatabase, ctx: RequestContext, { id }: { id: number }): Promise<void> {
  await publish(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('post')
      .set({ published_at: null })
      .where('id', '=', id)
      .where('published_at', 'is not', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw conflict('error.conflict')
    await tx.deleteFrom('post_schedule').where('post_id', '=', id).execute()
    await updateChangedFlag(tx, id)
    await recordChange(tx, ctx, 'post unpublished', `post ${id}`, {})
  })
}

/** Removes a post that was never published and is not scheduled. Published posts stay as a record. */
export async function removePost(db: WholeDatabase, ctx: RequestContext, { id }: { id: number }): Promise<void> {
  await publish(db, async (tx) => {
    const draft = await getDraft(tx, id)
    const post = await tx.selectFrom('post').select('slug').where('id', '=', id).executeTakeFirstOrThrow()
    if (wasPublished(post) || (await findSchedule(tx, id)) !== undefined) throw conflict('error.post_not_removable')
    const versions = await tx.selectFrom('post_version').select('id').where('post_id', '=', id).execute()
    await purgeTextPictures(
      tx,
      'version',
      versions.map((version) => version.id),
    )
    await purgeTextPictures(tx, 'draft', [id])
    await tx.deleteFrom('post').where('id', '=', id).execute()
    await recordChange(tx, ctx, 'post removed', `post ${id}`, { before: describeNewPost(draft).after })
  })
}

export const postJobs: JobKinds = {
  ...postDisplayJobs,
  'publish-scheduled': (job: { schedule: number }, db) => publishScheduled(db, job.schedule),
}

/** Publishes a scheduled version. Does nothing if the schedule was cancelled, moved or already executed. */
async function publishScheduled(db: WholeDatabase, id: number): Promise<void> {
  const dueSchedule = await db.selectFrom('post_schedule').select('id').where('id', '=', id).executeTakeFirst()
  if (!dueSchedule) return
  await publish(db, async (tx) => {
    const schedule = await tx.deleteFrom('post_schedule').where('id', '=', id).returningAll().executeTakeFirst()
    if (!schedule) return
    const { post_id, version_id, at } = schedule
    const version = await tx
      .selectFrom('post_version')
      .selectAll()
      .where('id', '=', version_id)
      .executeTakeFirstOrThrow()
    await replaceLivePost(tx, post_id, await dropOutdatedReferences(tx, version), at, at)
    await tx.updateTable('post_version').set({ kind: 'published', at }).where('id', '=', version_id).execute()
    await recordAudit(tx, {
      at,
      accountId: schedule.account_id,
      action: 'post published',
      subject: `post ${post_id}`,
      details: { by: 'schedule' },
    })
  })
}

/** Adapts a scheduled version to the present: its room may have been removed and its pictures replaced. */
async function dropOutdatedReferences(tx: PublishTransaction, version: PostContent): Promise<PostContent> {
  const room =
    version.stay_room_id === null
      ? undefined
      : await tx.selectFrom('room').select('id').where('id', '=', version.stay_room_id).executeTakeFirst()
  return {
    ...pickContent(version),
    stay_room_id: room?.id ?? null,
    body_en: await updatePictureFiles(tx, version.body_en),
    body_bn: await updatePictureFiles(tx, version.body_bn),
  }
}

/** Replaces the published content and adds a redirect from the old address. Returns the previous row. */
async function replaceLivePost(
  tx: PublishTransaction,
  id: number,
  content: PostContent,
  now: number,
  firstAt: number,
): Promise<PostRow> {
  const before = await tx.selectFrom('post').selectAll().where('id', '=', id).executeTakeFirst()
  if (!before) throw notFound()
  await tx
    .updateTable('post')
    .set({
      ...pickContent(content),
      published_at: before.published_at !== null && before.published_at <= now ? before.published_at : firstAt,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
  // A redirect refers to the post and not to an address, so there are no chains and no loops.
  await tx.deleteFrom('post_redirect').where('slug', '=', content.slug).where('post_id', '=', id).execute()
  if (before.slug !== content.slug && wasPublished(before))
    await tx.insertInto('post_redirect').values({ slug: before.slug, post_id: id }).execute()
  await storePostPictures(tx, 'post', id, content)
  await updateChangedFlag(tx, id)
  return before
}

/** Locks the draft and checks that the user has loaded its current versions. */
async function lockDraft(
  tx: PublishTransaction,
  { id, version, version_en, version_bn }: LoadedVersions,
): Promise<DraftRow> {
  await getDraft(tx, id)
  const draft = await tx
    .updateTable('post_draft')
    .set(({ ref }) => ({ version: ref('version') }))
    .where('post_id', '=', id)
    .where('version', '=', version)
    .where('version_en', '=', version_en)
    .where('version_bn', '=', version_bn)
    .returningAll()
    .executeTakeFirst()
  if (!draft) throw conflict('error.conflict')
  return draft
}

/** Requires an English title and body. */
function validateForPublishing({ title_en, body_en }: DraftRow): FieldMessages {
  return {
    ...(title_en === '' && { title: [{ key: 'error.needs_english' as const }] }),
    ...(body_en === '' && { body: [{ key: 'error.needs_english' as const }] }),
  }
}

/** Returns the schedule of a post, if any. */
export const findSchedule = (db: Database, id: number) =>
  db
    .selectFrom('post_schedule')
    .innerJoin('post_version', 'post_version.id', 'post_schedule.version_id')
    .leftJoin('account', 'account.id', 'post_schedule.account_id')
    .selectAll('post_version')
    .select(['post_schedule.at as due_at', 'account.name as authorName'])
    .where('post_schedule.post_id', '=', id)
    .executeTakeFirst()
