import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { bothEngines, type TestDatabase } from '#testing/engines.ts'
import { isPassword } from '#people/accounts/password.ts'
import { prepareDatabase } from '../app.ts'
import { writeCompany } from '#content/company.ts'
import { registerBuiltPictures } from '#content/media/store.ts'
import { dayIn } from '#platform/clock.ts'
import type { Database, WholeDatabase } from '#platform/database/database.ts'
import { publish, type PublishTransaction } from '#platform/database/publish.ts'
import type { Tables } from '#schema/tables.ts'
import { seedDemo } from './demo.ts'
import { listDemoSignIns } from './people.ts'

const folder = fileURLToPath(new URL('../../../seed/', import.meta.url))
const pictureListFile = fileURLToPath(new URL('../../../dist/pictures.json', import.meta.url))
const read = (name: string) => JSON.parse(readFileSync(`${folder}${name}.json`, 'utf8'))
const now = Date.parse('2027-01-04T09:00:00+06:00')
const today = dayIn('Asia/Dhaka', now)

for (const engine of bothEngines) {
  describe(`the demo company on ${engine.name}`, () => {
    let database: TestDatabase
    let db: WholeDatabase
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

    test('stores everything that the seed contains', async () => {
      const rooms = read('rooms') as { units: string[]; pictures: string[]; facilities: string[] }[]
      const groups = read('facilities') as { facilities: unknown[] }[]
      const countItems = <Item>(items: Item[], list: (item: Item) => unknown[]) =>
        items.reduce((sum, item) => sum + list(item).length, 0)
      const expectedCounts: Partial<Record<keyof Tables, number>> = {
        account: read('people').length,
        policy: 1 + read('policies').length,
        room: rooms.length,
        unit: countItems(rooms, (room) => room.units),
        room_picture: countItems(rooms, (room) => room.pictures),
        room_facility: countItems(rooms, (room) => room.facilities),
        facility_group: groups.length,
        facility: countItems(groups, (group) => group.facilities),
        category: read('categories').length,
        post: read('posts').length,
        slide: read('slides').length,
        passage: 1 + read('home').sections.length + read('service-tiles').length + read('trade-steps').length,
        product: read('products').length,
        booking: read('bookings').length,
        vat_rate: 1,
        session: 0,
        job: 0,
        mail: 0,
      }
      for (const [table, rowCount] of Object.entries(expectedCounts))
        assert.equal(await count(table as keyof Tables), rowCount, table)
    })

    test('has six rooms of one to four units, three of them with rates, and posts in every category', async () => {
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
      const roomsWithRates = await db.selectFrom('rate').select('room_id').distinct().execute()
      assert.equal(roomsWithRates.length, 3)
      const usedCategories = await db.selectFrom('post').select('category_id').distinct().execute()
      assert.equal(usedCategories.length, await count('category'))
      const roles = await db.selectFrom('account').select('role').orderBy('role').execute()
      assert.deepEqual(
        roles.map(({ role }) => role),
        ['guest', 'member', 'owner', 'staff'],
      )
      assert.equal(readdirSync(`${folder}posts`).length, 2 * (await count('post')))
    })

    test('counts exactly the nights of its stays as sold', async () => {
      const stays = await db.selectFrom('booking').selectAll().execute()
      const soldCounts = new Map<string, number>()
      for (const stay of stays) {
        for (let night = stay.check_in; night < stay.check_out; night++) {
          const key = `${stay.room_id} ${night}`
          soldCounts.set(key, (soldCounts.get(key) ?? 0) + 1)
        }
        const nights = await db.selectFrom('booking_night').selectAll().where('booking_id', '=', stay.id).execute()
        assert.equal(nights.length, stay.check_out - stay.check_in)
        assert.equal(
          nights.reduce((sum, { price_poisha }) => sum + price_poisha, 0),
          stay.total_poisha,
        )
      }
      const counters = await db.selectFrom('inventory').selectAll().execute()
      assert.deepEqual(new Map(counters.map(({ room_id, night, sold: n }) => [`${room_id} ${night}`, n])), soldCounts)
      assert.deepEqual(
        stays.map((stay) => stay.check_in - today).sort((a, b) => a - b),
        [-46, 24],
      )
    })

    test('accepts the published passwords of the owner, the staff and the member, and publishes none for the guest', async () => {
      const lines = listDemoSignIns(folder)
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

    test('is seeded only once, even if the server starts again', async () => {
      const rowsBefore = await readAllRows(db)
      await prepareDatabase(database, () => now + 86_400_000, true)
      assert.deepEqual(await readAllRows(db), rowsBefore)
    })

    test('is the same each time it is seeded, except for codes and passwords', async (t) => {
      const otherDatabase = await engine.fresh()
      t.after(() => otherDatabase.close())
      await prepareDatabase(otherDatabase, () => now, true)
      const randomColumns = new Set(['code', 'stay_code', 'referral_code', 'password', 'applied_at'])
      /** Returns whether a search word is the code of a stay. Codes are random, so they differ. */
      const isCode = (value: { word?: string } | null) => /^[2-9a-z]{10}$/.test(value?.word ?? '')
      const readComparableRows = async (comparedDb: Database) =>
        JSON.parse(
          JSON.stringify(await readAllRows(comparedDb), (key, value) =>
            randomColumns.has(key) ? undefined : Array.isArray(value) ? value.filter((word) => !isCode(word)) : value,
          ),
        )
      assert.deepEqual(await readComparableRows(otherDatabase.db), await readComparableRows(db))
    })

    test('is not added to a database that already has content (OFF-105)', async (t) => {
      const edits: Record<string, (tx: PublishTransaction) => Promise<unknown>> = {
        'the name of the company': (tx) => writeCompany(tx, { name: { en: 'Mine' } }),
        'a setting': (tx) => tx.insertInto('setting').values({ key: 'x', value: '1' }).execute(),
        'an owner': (tx) =>
          tx
            .insertInto('account')
            .values({ role: 'owner', name: 'Me', email: 'me@mine.example', created_at: now } as never)
            .execute(),
        'a category': (tx) =>
          tx
            .insertInto('category')
            .values({ id: 77, slug: 'mine', title_en: 'Mine', intro_en: '' } as never)
            .execute(),
        'a renamed category': (tx) =>
          tx.updateTable('category').set({ title_en: 'Mine', version: 2 }).where('id', '=', 14).execute(),
        'a welcome': (tx) =>
          tx.updateTable('passage').set({ title_en: 'Mine', version: 2 }).where('key', '=', 'welcome').execute(),
        'a policy': (tx) => tx.insertInto('policy').values({ name_en: 'Mine', rules: '{}' }).execute(),
        'a renamed default policy': (tx) => tx.updateTable('policy').set({ name_en: 'Mine', version: 2 }).execute(),
        'a facility group': (tx) =>
          tx.insertInto('facility_group').values({ name_en: 'Mine', name_bn: null, position: 1 }).execute(),
        'a tax rate': (tx) => tx.insertInto('vat_rate').values({ from_day: 0, basis_points: 500 }).execute(),
        'a passage': (tx) =>
          tx
            .insertInto('passage')
            .values({ page: 'home', key: 'mine', position: 1, title_en: '', text_en: '' } as never)
            .execute(),
        'a product': (tx) =>
          tx
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
        'a message': (tx) =>
          tx
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
      const { db: emptyDb, close } = await engine.fresh()
      t.after(close)
      await registerBuiltPictures(emptyDb, pictureListFile)
      for (const [editName, write] of Object.entries(edits)) {
        await assert.rejects(
          publish(emptyDb, async (tx) => {
            await write(tx)
            const rowsBefore = await readAllRows(tx)
            await seedDemo(tx, () => now, folder)
            assert.deepEqual(await readAllRows(tx), rowsBefore, editName)
            throw new Error('undo')
          }),
          /^Error: undo$/,
        )
      }
    })
  })
}

/** Returns every row of every table. */
async function readAllRows(db: Database): Promise<Record<string, unknown[]>> {
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
