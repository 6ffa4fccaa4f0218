import { readFileSync } from 'node:fs'
import { savePost } from '#content/posts/post.ts'
import { serializeStayExtras } from '#content/posts/stay-extras.ts'
import type { PublishTransaction } from '#platform/database/publish.ts'
import { bdtToPoisha } from '#platform/money.ts'
import { toBilingualColumns, readSeed, type SeedText } from './read-seed.ts'
import { DAY_MS } from '#platform/durations.ts'

export async function seedContent(tx: PublishTransaction, folder: string, now: number): Promise<void> {
  const categories = readSeed<{ id: number; slug: string; title: SeedText; intro: SeedText }[]>(folder, 'categories')
  for (const { id, slug, title, intro } of categories) {
    const row = { slug, ...toBilingualColumns('title', title), ...toBilingualColumns('intro', intro) }
    await tx
      .insertInto('category')
      .values({ id, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
  }

  type SeedPost = {
    slug: string
    category: number
    /** Posts about countries have none. */
    picture: string | null
    position: number
    publishedDaysBeforeSeed: number
    title: SeedText
    summary: SeedText
    /** Only for a stay package. Without a price of its own, the nightly rates apply. */
    stay?: SeedStay
  }
  for (const post of readSeed<SeedPost[]>(folder, 'posts')) {
    const readBody = (language: string) => readFileSync(`${folder}posts/${post.slug}.${language}.html`, 'utf8').trim()
    await savePost(tx, () => now, {
      category_id: post.category,
      slug: post.slug,
      picture: post.picture,
      ...toBilingualColumns('title', post.title),
      ...toBilingualColumns('summary', post.summary),
      body_en: readBody('en'),
      body_bn: readBody('bn'),
      position: post.position,
      ...(post.stay && (await toStayColumns(tx, post.stay))),
      published_at: now - post.publishedDaysBeforeSeed * DAY_MS,
    })
  }

  type SeedSlide = { picture: string; title: SeedText; text: SeedText; linkPath: string; linkLabel: SeedText }
  for (const [index, { picture, title, text, linkPath, linkLabel }] of readSeed<SeedSlide[]>(
    folder,
    'slides',
  ).entries()) {
    const row = {
      picture,
      ...toBilingualColumns('title', title),
      ...toBilingualColumns('text', text),
      link_path: linkPath,
      ...toBilingualColumns('link_label', linkLabel),
    }
    await tx
      .insertInto('slide')
      .values({ ...row, position: index + 1, active: 1 })
      .execute()
  }

  const home = readSeed<{
    welcome: SeedText
    sections: { key: string; title: SeedText; paragraphs: { en: string[]; bn: string[] } }[]
  }>(folder, 'home')
  type SeedPassage = { key: string; title: SeedText; text: SeedText }
  const steps = readSeed<SeedPassage[]>(folder, 'trade-steps')
  const tiles = readSeed<SeedPassage[]>(folder, 'service-tiles')
  const passages = [
    { page: 'home', key: 'welcome', title: home.welcome, text: { en: '', bn: '' } },
    ...home.sections.map(({ key, title, paragraphs }) => ({
      page: 'home',
      key,
      title,
      text: { en: paragraphs.en.join('\n\n'), bn: paragraphs.bn.join('\n\n') },
    })),
    ...steps.map((step) => ({ page: 'trade', ...step })),
    ...tiles.map((tile) => ({ page: 'service', ...tile })),
  ]
  for (const [index, { page, key, title, text }] of passages.entries()) {
    const row = { position: index + 1, ...toBilingualColumns('title', title), ...toBilingualColumns('text', text) }
    await tx
      .insertInto('passage')
      .values({ page, key, ...row })
      .onConflict((conflict) => conflict.columns(['page', 'key']).doUpdateSet(row))
      .execute()
  }
}

interface SeedStay {
  nights: number
  room: string
  bdt?: number
  /** The quantities of the included extras, by their English names. */
  extras: Record<string, number>
}

async function toStayColumns(tx: PublishTransaction, { nights, room, bdt, extras }: SeedStay) {
  const rows = await tx
    .selectFrom('extra')
    .select(['id', 'name_en'])
    .where('name_en', 'in', Object.keys(extras))
    .execute()
  return {
    stay_nights: nights,
    stay_room_id: await findRoomId(tx, room),
    stay_price_poisha: bdt === undefined ? null : bdtToPoisha(bdt),
    stay_extras: serializeStayExtras(rows.map(({ id, name_en }) => ({ id, quantity: extras[name_en]! }))),
  }
}

const findRoomId = async (tx: PublishTransaction, slug: string): Promise<number> =>
  (await tx.selectFrom('room').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()).id
