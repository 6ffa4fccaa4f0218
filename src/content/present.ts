import { getPictures } from './media/store.ts'
import { dayIn, isoTimestamp } from '#platform/clock.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { translatorFor } from '#locales/both.ts'
import type { Translator } from '#locales/translator.ts'
import { isoDay } from '#platform/day.ts'
import type { PictureData } from '#platform/pictures.ts'
import { loadCompany } from './company.ts'
import { poishaToBdt } from '#platform/money.ts'
import type { Post } from './contract.ts'
import { parseStayExtras, type StayExtra } from './posts/stay-extras.ts'
import { loadExtraNames, type findPostBySlug } from './store.ts'

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
  const { timeZone } = await loadCompany(db, ctx)
  const extrasByPost = new Map(rows.map((row) => [row.id, parseStayExtras(row.stay_extras)]))
  const extraNames = await loadExtraNames(
    db,
    ctx.language,
    [...extrasByPost.values()].flat().map(({ id }) => id),
  )
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
      stay:
        row.stay_nights === null
          ? null
          : {
              nights: row.stay_nights,
              room_id: row.stay_room_id,
              price: row.stay_price_poisha && poishaToBdt(row.stay_price_poisha),
              extras: formatExtras(extrasByPost.get(row.id)!, extraNames, translatorFor(ctx.language)),
            },
    }
  })
}

/** Lists the extras of a package, such as "Airport transfer, 3 × Lunch or dinner". */
const formatExtras = (
  extras: readonly StayExtra[],
  names: ReadonlyMap<number, string>,
  { number }: Pick<Translator, 'number'>,
): string =>
  extras
    .map(({ id, quantity }) => (quantity > 1 ? `${number(quantity)}\u00a0×\u00a0${names.get(id)}` : names.get(id)))
    .join(', ')
