import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { valueForTier } from '#testing/tier.ts'

const PICTURE_COUNT = valueForTier({ gate: 1_500, all: 5_000, soak: 20_000 })

for (const engine of enginesFor(import.meta.url)) {
  describe(`a library of many pictures, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let token: string
    before(async () => {
      token = await app.signIn('owner')
    })

    test('lists all pictures page by page and finds one of them (OFF-81)', async () => {
      const { files } = await app.db.selectFrom('picture').select('files').executeTakeFirstOrThrow()
      for (let start = 0; start < PICTURE_COUNT; start += 500)
        await app.db
          .insertInto('picture' as never)
          .values(
            Array.from({ length: 500 }, (_, offset) => ({
              name: `many-${start + offset}`,
              alt_en: `Shade number ${String(start + offset).padStart(5, '0')}`,
              illustrative: 0,
              width: 800,
              height: 600,
              colour: '#123456',
              files,
              added_at: 1_000 + start + offset,
            })) as never,
          )
          .execute()
      const listedNames = new Set<string>()
      let after: string | undefined
      do {
        const { body } = await app.call('getPictures', after ? { after } : {}, { token })
        for (const { name } of body.data) listedNames.add(name)
        after = body.more ?? undefined
      } while (after)
      assert.ok(
        Array.from({ length: PICTURE_COUNT }, (_, start) => `many-${start}`).every((name) => listedNames.has(name)),
      )
      const searchResponse = await app.call('getPictures', { q: 'shade 01321' }, { token })
      assert.deepEqual(
        searchResponse.body.data.map(({ name }: { name: string }) => name),
        ['many-1321'],
      )
      const unusedPicturesResponse = await app.call('getPictures', { which: 'unused' }, { token })
      assert.equal(unusedPicturesResponse.body.data.length, 60)
    })

    test('reads each page of its list through an index (OFF-81)', async () => {
      const pageQuery = `select * from picture where (added_at, name) < (2000, 'many-1000') order by added_at desc, name desc limit 61`
      if (engine.name === 'postgres') await sql`analyze picture`.execute(app.db as never)
      const explainPrefix = engine.name === 'postgres' ? 'explain' : 'explain query plan'
      const { rows } = await sql.raw(`${explainPrefix} ${pageQuery}`).execute(app.db as never)
      assert.match(JSON.stringify(rows), /picture_newest/)
      assert.doesNotMatch(JSON.stringify(rows), /B-TREE|Seq Scan/)
    })
  })
}
