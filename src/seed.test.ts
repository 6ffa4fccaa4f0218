import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { engines, type TestDatabase } from '../testing/engines.ts'
import { isPassword } from './accounts/password.ts'
import { prepareDatabase } from './app.ts'
import { writeCompany } from './content/company.ts'
import { plainText } from './content/excerpt.ts'
import { inTransaction, type Database } from './platform/database/database.ts'
import { dayIn } from './platform/clock.ts'
import { knowBuiltPictures } from './media/store.ts'
import { demoSignIns, seedDemo } from './seed.ts'
import { categories } from './site/reading/teasers.ts'
import type { Tables } from './tables/tables.ts'
import { pages } from './urls.ts'

const folder = fileURLToPath(new URL('../seed/', import.meta.url))
const pictures = fileURLToPath(new URL('../dist/pictures.json', import.meta.url))
const read = (name: string) => JSON.parse(readFileSync(`${folder}${name}.json`, 'utf8'))
const now = Date.parse('2027-01-04T09:00:00+06:00')
const today = dayIn('Asia/Dhaka', now)

for (const engine of engines) {
  describe(`the demo company on ${engine.name}`, () => {
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

    test('is whole: what stands in the seed stands in the database', async () => {
      const rooms = read('rooms') as { units: string[]; pictures: string[]; facilities: string[] }[]
      const groups = read('facilities') as { facilities: unknown[] }[]
      const each = <Item>(items: Item[], list: (item: Item) => unknown[]) =>
        items.reduce((sum, item) => sum + list(item).length, 0)
      const expected: Partial<Record<keyof Tables, number>> = {
        account: read('people').length,
        room: rooms.length,
        unit: each(rooms, (room) => room.units),
        room_picture: each(rooms, (room) => room.pictures),
        room_facility: each(rooms, (room) => room.facilities),
        facility_group: groups.length,
        facility: each(groups, (group) => group.facilities),
        category: read('categories').length,
        post: read('posts').length,
        slide: read('slides').length,
        passage: 1 + read('home').sections.length + read('service-tiles').length,
        product: read('products').length,
        booking: read('bookings').length,
        vat_rate: 1,
        session: 0,
        job: 0,
        mail: 0,
      }
      for (const [table, rows] of Object.entries(expected))
        assert.equal(await count(table as keyof Tables), rows, table)
    })

    test('is what was asked for: six rooms of one to four units, three with rates, posts of every kind', async () => {
      const rooms = await db.selectFrom('room').selectAll().execute()
      assert.equal(rooms.length, 6)
      for (const { id, slug, capacity } of rooms) {
        const { n } = await db
          .selectFrom('unit')
          .select(sql<number>`count(*)`.as('n'))
          .where('room_id', '=', id)
          .executeTakeFirstOrThrow()
        assert.equal(n, capacity, slug)
        assert.ok(n >= 1 && n <= 4, slug)
      }
      assert.ok(new Set(rooms.map((room) => `${room.max_adults} ${room.max_children} ${room.max_guests}`)).size >= 3)
      const rated = await db.selectFrom('rate').select('room_id').distinct().execute()
      assert.equal(rated.length, 3)
      const filled = await db.selectFrom('post').select('category_id').distinct().execute()
      assert.equal(filled.length, await count('category'))
      const roles = await db.selectFrom('account').select('role').orderBy('role').execute()
      assert.deepEqual(
        roles.map(({ role }) => role),
        ['guest', 'member', 'owner', 'staff'],
      )
      assert.equal(readdirSync(`${folder}posts`).length, 2 * (await count('post')))
    })

    test('has as much to read as a house of its age: so many of each, and articles of 300 words in both languages', async () => {
      const bodies = await db.selectFrom('post').select(['category_id', 'slug', 'body_en', 'body_bn']).execute()
      const inCategory = (id: number) => bodies.filter(({ category_id }) => category_id === id)
      const fewest = {
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
      for (const [name, least] of Object.entries(fewest))
        assert.ok(inCategory(categories[name as keyof typeof categories]).length >= least, name)
      assert.ok((await count('product')) >= 8)
      assert.ok((await count('slide')) >= 4)
      const wordsOf = (html: string | null) => plainText(html!).split(/\s+/).length
      for (const { slug, category_id, body_en, body_bn } of bodies) {
        const least = category_id === categories.blog ? 300 : 80
        assert.ok(wordsOf(body_en) >= least, `${slug} ${wordsOf(body_en)}`)
        assert.ok(wordsOf(body_bn) >= least, `${slug} ${wordsOf(body_bn)}`)
      }
    })

    test('claims nothing that is made up: no filler, no certificate, no client, no figure', async () => {
      const texts = (['post', 'category', 'slide', 'passage', 'product', 'room'] as const).map((table) =>
        db.selectFrom(table).selectAll().execute(),
      )
      const all = JSON.stringify(await Promise.all(texts)).replaceAll(
        /certificate of origin|সার্টিফিকেট অব অরিজিন/gi,
        '',
      )
      for (const made of [
        /lorem|ipsum|dolor sit|placeholder|\btodo\b|\btbd\b|coming soon|শীঘ্রই আসছে/i,
        /oeko|\bgots\b|\bgrs\b|\bbsci\b|\bsedex\b|iso ?(9|14)\d{3}|certif|award|সনদ|সার্টিফিকেট|পুরস্কার/i,
        /\b[\d,.]+\+? *(%|million|clients|customers|brands|employees|workers|machines|factories|countries|tonnes|pieces a)/i,
        /[\d০-৯]+ *(%|লাখ|কোটি|জন কর্মী|ক্রেতা|ব্র্যান্ড|মেশিন|কারখানা|দেশে)/,
      ])
        assert.doesNotMatch(all, made)
    })

    test('says everything in both languages', async () => {
      const bilingual = {
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
      for (const [table, columns] of Object.entries(bilingual)) {
        for (const row of (await db
          .selectFrom(table as keyof Tables)
          .selectAll()
          .execute()) as unknown as Record<string, string>[]) {
          for (const column of columns) {
            const [en, bn] = [row[`${column}_en`], row[`${column}_bn`]]
            assert.equal(typeof bn, 'string', `${table}.${column} ${en}`)
            assert.equal(en === '', bn === '', `${table}.${column} ${en}`)
            assert.ok(en === '' || /[\u0980-\u09ff]/.test(bn!), `${table}.${column} ${bn}`)
          }
        }
      }
    })

    test('names no picture that is not there, and no address that leads nowhere', async () => {
      const known = new Set((await db.selectFrom('picture').select('name').execute()).map(({ name }) => name))
      const named = [
        ...(await db.selectFrom('room_picture').select('picture').execute()),
        ...(await db.selectFrom('post').select('picture').execute()),
        ...(await db.selectFrom('slide').select('picture').execute()),
        ...(await db.selectFrom('product').select('picture').execute()),
      ]
      for (const { picture } of named) assert.ok(picture && known.has(picture), String(picture))

      const slugs = {
        '/details/:slug': (await db.selectFrom('post').select('slug').execute()).map(({ slug }) => slug),
        '/booking-details/:slug': (await db.selectFrom('room').select('slug').execute()).map(({ slug }) => slug),
      }
      const addresses = new Set<string>(Object.values(pages))
      for (const [pattern, all] of Object.entries(slugs))
        for (const slug of all) addresses.add(pattern.replace(':slug', slug))
      for (const slug of slugs['/details/:slug']) addresses.add(`/reading-blog/${slug}`)
      const texts = await db.selectFrom('post').select(['slug', 'body_en', 'body_bn']).execute()
      const links = [
        ...(await db.selectFrom('slide').select('link_path').execute()).map(({ link_path }) => link_path),
        ...texts.flatMap(({ body_en, body_bn }) =>
          [...`${body_en} ${body_bn}`.matchAll(/href="(\/[^"]*)"/g)].map(([, path]) => path!),
        ),
      ]
      for (const path of links) assert.ok(addresses.has(path.replace(/^\/bn(?=\/|$)/, '') || '/'), path)
      for (const slug of read('home').services.postSlugs) assert.ok(slugs['/details/:slug'].includes(slug), slug)
    })

    test('has sold the nights of its stays, and no other', async () => {
      const stays = await db.selectFrom('booking').selectAll().execute()
      const sold = new Map<string, number>()
      for (const stay of stays) {
        for (let night = stay.check_in; night < stay.check_out; night++) {
          const key = `${stay.room_id} ${night}`
          sold.set(key, (sold.get(key) ?? 0) + 1)
        }
        const nights = await db.selectFrom('booking_night').selectAll().where('booking_id', '=', stay.id).execute()
        assert.equal(nights.length, stay.check_out - stay.check_in)
        assert.equal(
          nights.reduce((sum, { price_poisha }) => sum + price_poisha, 0),
          stay.total_poisha,
        )
      }
      const counters = await db.selectFrom('inventory').selectAll().execute()
      assert.deepEqual(new Map(counters.map(({ room_id, night, sold: n }) => [`${room_id} ${night}`, n])), sold)
      assert.deepEqual(
        stays.map((stay) => stay.check_in - today).sort((a, b) => a - b),
        [-46, 24],
      )
    })

    test('lets everybody in with the password that is told, and the guest not at all', async () => {
      const lines = demoSignIns(folder)
      assert.equal(lines.length, 3)
      for (const line of lines) {
        const [, role, username, password] = /^(\w+) +signs in as (\S+) with (\S+)$/.exec(line)!
        const account = await db
          .selectFrom('account')
          .selectAll()
          .where('username', '=', username!)
          .executeTakeFirstOrThrow()
        assert.equal(account.role, role)
        assert.ok(await isPassword(password!, account.password!))
      }
    })

    test('comes once: a second start changes nothing', async () => {
      const before = await everything(db)
      await prepareDatabase(database, () => now + 86_400_000, true)
      assert.deepEqual(await everything(db), before)
    })

    test('is the same whenever it is sown, but for codes and passwords', async (t) => {
      const other = await engine.fresh()
      t.after(() => other.close())
      await prepareDatabase(other, () => now, true)
      const varying = new Set(['code', 'referral_code', 'password', 'applied_at'])
      const plain = async (of: Database) =>
        JSON.parse(JSON.stringify(await everything(of), (key, value) => (varying.has(key) ? undefined : value)))
      assert.deepEqual(await plain(other.db), await plain(db))
    })

    test('never comes to a database in which anybody has written anything', async (t) => {
      const writings: Record<string, (db: Database) => Promise<unknown>> = {
        'the name of the company': (into) => writeCompany(into, { name: { en: 'Mine' } }),
        'a setting': (into) => into.insertInto('setting').values({ key: 'x', value: '1' }).execute(),
        'an owner': (into) =>
          into
            .insertInto('account')
            .values({ role: 'owner', name: 'Me', email: 'me@mine.example', created_at: now } as never)
            .execute(),
        'a category': (into) =>
          into
            .insertInto('category')
            .values({ id: 77, slug: 'mine', title_en: 'Mine', intro_en: '' } as never)
            .execute(),
        'a facility group': (into) =>
          into.insertInto('facility_group').values({ name_en: 'Mine', name_bn: null, position: 1 }).execute(),
        'a tax rate': (into) => into.insertInto('vat_rate').values({ from_day: 0, basis_points: 500 }).execute(),
        'a passage': (into) =>
          into
            .insertInto('passage')
            .values({ page: 'home', key: 'mine', position: 1, title_en: '', text_en: '' } as never)
            .execute(),
        'a product': (into) =>
          into
            .insertInto('product')
            .values({
              slug: 'mine',
              picture: 'product-zipper',
              name_en: '',
              summary_en: '',
              description_en: '',
              specification_en: '',
              position: 1,
              active: 1,
            } as never)
            .execute(),
        'a message': (into) =>
          into
            .insertInto('contact_message')
            .values({
              name: 'Me',
              email: 'me@mine.example',
              subject: '',
              message: '',
              language: 'en',
              created_at: now,
            } as never)
            .execute(),
      }
      const { db: empty, close } = await engine.fresh()
      t.after(close)
      await knowBuiltPictures(empty, pictures)
      for (const [what, write] of Object.entries(writings)) {
        await assert.rejects(
          inTransaction(empty, async (transaction) => {
            await write(transaction)
            const before = await everything(transaction)
            await seedDemo(transaction, () => now, folder)
            assert.deepEqual(await everything(transaction), before, what)
            throw new Error('undo')
          }),
          /^Error: undo$/,
        )
      }
    })
  })
}

/** Every row of every table. */
async function everything(db: Database): Promise<Record<string, unknown[]>> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name).sort()
  const rows = await Promise.all(
    tables.map((name) =>
      db
        .selectFrom(name as keyof Tables)
        .selectAll()
        .execute(),
    ),
  )
  return Object.fromEntries(
    tables.map((name, i) => [
      name,
      rows[i]!.map((row) => JSON.stringify(row))
        .sort()
        .map((row) => JSON.parse(row)),
    ]),
  )
}
