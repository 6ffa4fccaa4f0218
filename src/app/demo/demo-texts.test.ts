import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { enginesFor, type TestDatabase } from '#testing/engines.ts'
import { prepareDatabase } from '../app.ts'
import { toPlainText } from '#content/excerpt.ts'
import type { Database } from '#platform/database/database.ts'
import { categories } from '#content/categories.ts'
import type { Tables } from '#schema/tables.ts'
import { pages } from '#routes/public.ts'

const folder = fileURLToPath(new URL('../../../seed/', import.meta.url))
const now = Date.parse('2027-01-04T09:00:00+06:00')

for (const engine of enginesFor(import.meta.url)) {
  describe(`the texts of the demo company on ${engine.name}`, () => {
    let database: TestDatabase
    let db: Database
    before(async () => {
      database = await engine.fresh()
      db = database.db
      await prepareDatabase(database, () => now, true)
    })
    after(() => database.close())

    const count = async (table: keyof Tables) =>
      (
        await db
          .selectFrom(table)
          .select(sql<number>`count(*)`.as('n'))
          .executeTakeFirstOrThrow()
      ).n

    test('include enough content of each kind, and articles of at least 300 words in both languages', async () => {
      const posts = await db.selectFrom('post').select(['category_id', 'slug', 'body_en', 'body_bn']).execute()
      const filterPostsByCategory = (id: number) => posts.filter(({ category_id }) => category_id === id)
      const minPosts = {
        about: 1,
        countries: 6,
        courses: 5,
        services: 8,
        missionVision: 2,
        offerings: 4,
        goals: 4,
        blog: 6,
        packages: 3,
      }
      for (const [name, minCount] of Object.entries(minPosts))
        assert.ok(filterPostsByCategory(categories[name as keyof typeof categories]).length >= minCount, name)
      assert.ok((await count('product')) >= 8)
      assert.ok((await count('slide')) >= 4)
      const countWords = (html: string | null) => toPlainText(html!).split(/\s+/).length
      for (const { slug, category_id, body_en, body_bn } of posts) {
        const minLength = category_id === categories.blog ? 300 : 80
        assert.ok(countWords(body_en) >= minLength, `${slug} ${countWords(body_en)}`)
        assert.ok(countWords(body_bn) >= minLength, `${slug} ${countWords(body_bn)}`)
      }
    })

    test('contain no filler text, and no invented certificates, clients or figures', async () => {
      const rowPromises = (['post', 'category', 'slide', 'passage', 'product', 'room'] as const).map((table) =>
        db.selectFrom(table).selectAll().execute(),
      )
      const allTexts = JSON.stringify(await Promise.all(rowPromises)).replaceAll(
        /certificate of origin|সার্টিফিকেট অব অরিজিন/gi,
        '',
      )
      for (const falseClaim of [
        /lorem|ipsum|dolor sit|placeholder|\btodo\b|\btbd\b|coming soon|শীঘ্রই আসছে/i,
        /oeko|\bgots\b|\bgrs\b|\bbsci\b|\bsedex\b|iso ?(9|14)\d{3}|certif|award|সনদ|সার্টিফিকেট|পুরস্কার/i,
        /\b[\d,.]+\+? *(%|million|clients|customers|brands|employees|workers|machines|factories|countries|tonnes|pieces a)/i,
        /[\d০-৯]+ *(%|লাখ|কোটি|জন কর্মী|ক্রেতা|ব্র্যান্ড|মেশিন|কারখানা|দেশে)/,
      ])
        assert.doesNotMatch(allTexts, falseClaim)
    })

    test('exist in both languages', async () => {
      const bilingualColumns = {
        room: ['name', 'type', 'bed', 'description'],
        facility_group: ['name'],
        facility: ['name'],
        category: ['title', 'intro'],
        post: ['title', 'summary', 'body'],
        slide: ['title', 'text', 'link_label'],
        passage: ['title', 'text'],
        product: ['name', 'summary', 'description', 'specification'],
        picture: ['alt'],
      } as const
      for (const [table, columns] of Object.entries(bilingualColumns)) {
        const rows = await db
          .selectFrom(table as keyof Tables)
          .selectAll()
          .execute()
        assert.ok(rows.length > 2, `${rows.length} rows of ${table}`)
        for (const row of rows as unknown as Record<string, string>[]) {
          for (const column of columns) {
            const [englishText, banglaText] = [row[`${column}_en`], row[`${column}_bn`]]
            assert.equal(typeof banglaText, 'string', `${table}.${column} ${englishText}`)
            assert.equal(englishText === '', banglaText === '', `${table}.${column} ${englishText}`)
            assert.ok(englishText === '' || /[\u0980-\u09ff]/.test(banglaText!), `${table}.${column} ${banglaText}`)
          }
        }
      }
    })

    test('refer only to pictures and addresses that exist', async () => {
      const pictureNames = new Set((await db.selectFrom('picture').select('name').execute()).map(({ name }) => name))
      const usedPictures = [
        ...(await db.selectFrom('room_picture').select('picture').execute()),
        ...(await db
          .selectFrom('post')
          .select('picture')
          .where('category_id', 'not in', [categories.countries, categories.goals])
          .execute()),
        ...(await db.selectFrom('slide').select('picture').execute()),
        ...(await db.selectFrom('product').select('picture').execute()),
      ]
      for (const { picture } of usedPictures) assert.ok(picture && pictureNames.has(picture), String(picture))

      const slugs = {
        '/details/:slug': (await db.selectFrom('post').select('slug').execute()).map(({ slug }) => slug),
        '/booking-details/:slug': (await db.selectFrom('room').select('slug').execute()).map(({ slug }) => slug),
        '/products/:slug': (await db.selectFrom('product').select('slug').execute()).map(({ slug }) => slug),
      }
      const knownPaths = new Set<string>(Object.values(pages))
      for (const [pattern, pathSlugs] of Object.entries(slugs))
        for (const slug of pathSlugs) knownPaths.add(pattern.replace(':slug', slug))
      for (const slug of slugs['/details/:slug']) knownPaths.add(`/reading-blog/${slug}`)
      const posts = await db.selectFrom('post').select(['slug', 'body_en', 'body_bn']).execute()
      const linkedPaths = [
        ...(await db.selectFrom('slide').select('link_path').execute()).map(({ link_path }) => link_path),
        ...posts.flatMap(({ body_en, body_bn }) =>
          [...`${body_en} ${body_bn}`.matchAll(/href="(\/[^"]*)"/g)].map(([, path]) => path!),
        ),
      ]
      for (const path of linkedPaths) assert.ok(knownPaths.has(path.replace(/^\/bn(?=\/|$)/, '') || '/'), path)
      for (const slug of JSON.parse(readFileSync(`${folder}home.json`, 'utf8')).services.postSlugs)
        assert.ok(slugs['/details/:slug'].includes(slug), slug)
    })
  })
}
