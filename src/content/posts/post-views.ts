import { getPictures } from '../media/store.ts'
import { dayIn, isoTimestamp } from '#platform/clock.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { translatorFor } from '#locales/both.ts'
import type { Translator } from '#locales/translator.ts'
import { isoDay } from '#platform/day.ts'
import type { PictureData } from '#platform/pictures.ts'
import { loadCompany } from '../company.ts'
import { poishaToBdt } from '#platform/money.ts'
import type { Post } from '../contract.ts'
import { parseStayExtras, type StayExtra } from './stay-extras.ts'
import { loadExtras, type NamedExtra, type findPostBySlug } from '../store.ts'

/** Converts posts for the API. */
export async function readPostViews(
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
  const knownExtras = await loadExtras(
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
              extras: formatExtras(extrasByPost.get(row.id)!, knownExtras, translatorFor(ctx.language)),
              extras_price: sumExtras(extrasByPost.get(row.id)!, knownExtras),
            },
    }
  })
}

/** Lists the extras of a package, such as "Airport transfer, 3 × Lunch or dinner". */
const formatExtras = (
  extras: readonly StayExtra[],
  known: ReadonlyMap<number, NamedExtra>,
  { number }: Pick<Translator, 'number'>,
): string =>
  extras
    .map(({ id, quantity }) =>
      quantity > 1 ? `${number(quantity)}\u00a0×\u00a0${known.get(id)?.name}` : known.get(id)?.name,
    )
    .join(', ')

/** The list price of the extras of a package, in BDT. */
const sumExtras = (extras: readonly StayExtra[], knownExtras: ReadonlyMap<number, NamedExtra>): number =>
  poishaToBdt(extras.reduce((sum, { id, quantity }) => sum + quantity * (knownExtras.get(id)?.price_poisha ?? 0), 0))
