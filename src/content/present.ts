import { getPictures } from './media/store.ts'
import { dayIn, isoTimestamp } from '#platform/clock.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay } from '#platform/day.ts'
import type { PictureData } from '#platform/pictures.ts'
import { companyOf } from './company.ts'
import type { Post } from './contract.ts'
import type { findPostBySlug } from './store.ts'

/** Converts posts for the API. */
export async function presentPosts(
  db: Database,
  ctx: RequestContext,
  rows: Awaited<ReturnType<typeof findPostBySlug>>,
): Promise<Post[]> {
  const pictures = await getPictures(
    db,
    ctx.language,
    rows.map((row) => row.picture),
  )
  const { timeZone } = await companyOf(db, ctx)
  return rows.map((row) => {
    const publishedAt = Number(row.published_at)
    const picture: PictureData | null = (row.picture && pictures.get(row.picture)) || null
    return {
      id: row.id,
      title: row.title,
      name: row.title,
      image: picture?.src ?? null,
      picture,
      summary: row.summary,
      description: row.body,
      slug: row.slug,
      category_id: row.category_id,
      published: isoDay(dayIn(timeZone, publishedAt)),
      published_at: isoTimestamp(timeZone, publishedAt),
      updated_at: isoTimestamp(timeZone, Math.max(publishedAt, row.updated_at)),
      stay: row.stay_nights === null ? null : { nights: row.stay_nights, room_id: row.stay_room_id },
    }
  })
}
