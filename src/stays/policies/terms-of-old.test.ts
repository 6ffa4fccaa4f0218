import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { bothEngines } from '#testing/engines.ts'
import { databaseBefore } from '#testing/old-database.ts'
import { listPolicies } from './choosing.ts'
import { costAt, readAgreed } from './terms.ts'
import { freeToTheLast, nightsFrom } from '#testing/policies.ts'

for (const engine of bothEngines) {
  describe(`terms agreed before policies existed, on ${engine.name}`, () => {
    const cases = [
      { set: {}, rules: nightsFrom(48, 1) },
      { set: { freeCancellationHours: 72, lateCancellationNights: 2 }, rules: nightsFrom(72, 2) },
      { set: { freeCancellationHours: 0 }, rules: freeToTheLast },
      { set: { lateCancellationNights: 0 }, rules: freeToTheLast },
    ]
    for (const { set: settings, rules } of cases)
      test(`keep their fees, and ${JSON.stringify(settings)} becomes the default policy (POL-7)`, async (context) => {
        const { db, goOn } = await databaseBefore(context, engine, '0106-policies.sql')
        await sql`insert into account (id, role, name, email, created_at) values (1, 'guest', 'Mina', 'mina@guest.example', 0)`.execute(
          db,
        )
        for (const [name, value] of Object.entries(settings))
          await sql`insert into setting (key, value) values (${`company.${name}`}, ${JSON.stringify(value)})`.execute(
            db,
          )
        await sql`
          insert into room (id, slug, name_en, type_en, bed_en, description_en, size_sqm, max_adults, max_children,
            max_guests, price_poisha, capacity, position, active)
          values (7, 'single', 'Single', 'Single', 'Bed', '', 12, 1, 0, 1, 450000, 1, 0, 1)`.execute(db)
        const freeUntil = 1_772_000_000_123
        for (const [id, late] of [
          [5, 450_000],
          [6, 0],
        ] as const)
          await sql`
            insert into booking (id, code, account_id, room_id, check_in, check_out, adults, children, status,
              payment_status, payment_type, room_name_en, bed_en, total_poisha, vat_basis_points, vat_poisha, name, email,
              phone, message, language, created_at, cancel_free_until, cancel_late_poisha)
            values (cast(${id} as integer), ${`OLD${id}`}, 1, 7, 20500, 20503, 1, 0, 'confirmed', 'unpaid', 2, 'Single',
              'Bed', 1350000, 1500, 0, 'Mina', '', '', '', 'en', 0, ${freeUntil}, ${late})`.execute(db)

        await goOn()
        const policies = await listPolicies(db)
        assert.deepEqual(
          policies.map((policy) => [policy.name_en, policy.is_house, JSON.parse(policy.rules) as unknown]),
          [['Standard', 1, rules]],
        )
        const oldSettings = await db.selectFrom('setting').select('key').where('key', 'like', '%ancellation%').execute()
        assert.deepEqual(oldSettings, [])
        const rows = await db.selectFrom('booking').select(['id', 'terms']).orderBy('id').execute()
        const [late, free] = rows.map(({ terms }) => readAgreed(terms))
        assert.deepEqual([costAt(late!, freeUntil - 1), costAt(late!, freeUntil)], [0, 450_000])
        assert.deepEqual(late, {
          arrivalAt: null,
          steps: [{ at: freeUntil, poisha: 450_000 }],
          noShowPoisha: 450_000,
          depositPoisha: 0,
          policy: rules,
        })
        assert.deepEqual([free!.steps, free!.noShowPoisha, free!.policy], [[], 0, freeToTheLast])
      })
  })
}
