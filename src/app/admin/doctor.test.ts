import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { sql, type RawBuilder } from 'kysely'
import { openDesk } from '#testing/desk.ts'
import { bothEngines } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { isoDay } from '#platform/day.ts'
import { projectRoot } from '#platform/project-root.ts'
import { listChecks, MAX_FINDINGS } from './checks.ts'
import { runDoctor } from './doctor.ts'

for (const engine of bothEngines) {
  describe(`the doctor, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    before(async () => {
      const desk = await openDesk(app, 'owner')
      const stay = await desk.book('Lena Vogt', 0, 2, { at: [0] })
      await desk.callOk('checkGuestIn', { booking: stay.booking, version: stay.version, anyway: true })
      await desk.callOk('addCharge', { code: stay.code, booking: stay.booking, name: 'Tea', quantity: 2, each: 57.5 })
      await desk.callOk('takePayment', { code: stay.code, amount: 1000, method: 'cash' })
      await desk.callOk('recordTillMovement', { way: 'in', amount: 500, why: 'Change' })
      const cancelledStay = await desk.book('Wei Zhang', 3, 5, { at: [1] })
      await desk.callOk('cancelStayByStaff', { code: cancelledStay.code, fee: 'agreed' })
      for (const unit of [1, 2, 3]) {
        const { code, booking, version } = await desk.book('Giulia Conti', 0, 1, { at: [unit] })
        await desk.callOk('checkGuestIn', { booking, version, anyway: true })
        const payment = { amount: desk.kind('single').price, method: 'bank', reference: '4711' }
        await desk.callOk('checkGuestOut', { booking, version: version + 1, ...payment })
        await desk.callOk('issueInvoice', { code })
      }
      await desk.callOk('getFigures', { period: 'month', compare: 'none' })
    })

    /** Returns the findings by check. Leaves out checks without findings. */
    async function findAll(): Promise<Record<string, string[]>> {
      const findingsByCheck: Record<string, string[]> = {}
      for (const { name, find } of listChecks(app.db)) {
        const findings = await find(app.db)
        if (findings.length > 0) findingsByCheck[name] = findings
      }
      return findingsByCheck
    }
    /** Runs a statement that the constraints of the database would reject. */
    async function force(statement: RawBuilder<unknown>): Promise<void> {
      if (engine.name === 'sqlite') {
        await sql`pragma ignore_check_constraints = on`.execute(app.db)
        await statement.execute(app.db)
        await sql`pragma ignore_check_constraints = off`.execute(app.db)
      } else {
        await sql`alter table inventory drop constraint if exists no_overbooking`.execute(app.db)
        await statement.execute(app.db)
      }
    }
    /** Finds the name of a check by its first words. */
    const getName = (words: string) => listChecks(app.db).find(({ name }) => name.startsWith(words))!.name

    test('reports no problems for a site in use (OPS-1)', async () => {
      assert.deepEqual(await findAll(), {})
      const lines: string[] = []
      assert.equal(await runDoctor(app.db, (line) => lines.push(line)), true)
      assert.deepEqual(
        lines,
        listChecks(app.db).map(({ name }) => `✔ ${name}`),
      )
    })

    test('reports each violated invariant, and nothing after the repair (OPS-1, PERF-19)', async () => {
      const { id: booking, check_in: day } = await app.db
        .selectFrom('booking')
        .select(['id', 'check_in'])
        .where('name', '=', 'Lena Vogt')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      const damageCases: [name: string, damage: RawBuilder<unknown>, repair: RawBuilder<unknown>, finding: RegExp][] = [
        [
          getName('The number of sold rooms'),
          sql`update inventory set sold = sold + 1 where sold > 0 and sold < capacity`,
          sql`update inventory set sold = (select count(*) from booking_night
            join booking on booking.id = booking_id and status not in ('cancelled', 'declined', 'expired', 'no_show')
            where booking_night.room_id = inventory.room_id and booking_night.night = inventory.night)`,
          /^room \d+, night \d{4}-\d\d-\d\d: sold \d, booked \d, on sale \d+$/,
        ],
        [
          getName('The number of sold rooms'),
          sql`update inventory set capacity = capacity - 100 where sold > 0`,
          sql`update inventory set capacity = capacity + 100 where sold > 0`,
          /on sale -\d+$/,
        ],
        [
          getName('Each booking has one price'),
          sql`update booking_night set price_poisha = price_poisha + 1 where night = ${day} and booking_id = ${booking}`,
          sql`update booking_night set price_poisha = price_poisha - 1 where night = ${day} and booking_id = ${booking}`,
          /^booking \w{10}: 2 of 2 nights, total BDT 9000, sum of the nights BDT 9000.01$/,
        ],
        [
          getName('An assigned unit'),
          sql`update unit set room_id = room_id + 1 where name = '101'`,
          sql`update unit set room_id = room_id - 1 where name = '101'`,
          /^booking \w{10}: unit 101 on \d{4}-\d\d-\d\d$/,
        ],
        [
          getName('The ledger'),
          sql`update charge set total_poisha = total_poisha + 1 where name = 'Tea'`,
          sql`update charge set total_poisha = total_poisha - 1 where name = 'Tea'`,
          /^stay \w{10}: BDT 8115.01 by its rows, BDT 8115 in the ledger$/,
        ],
        [
          getName('The cash'),
          sql`update till set cash_poisha = cash_poisha - 1`,
          sql`update till set cash_poisha = cash_poisha + 1`,
          /^the till has BDT 1499.99, its movements add up to BDT 1500$/,
        ],
        [
          getName('Invoice numbers'),
          sql`update invoice_counter set last = last + 1`,
          sql`update invoice_counter set last = last - 1`,
          /^invoice 20\d\d: 3 documents from number 1 to 4$/,
        ],
        [
          getName('Stored files'),
          sql`insert into attachment (position, name, type, bytes, sha256, created_at)
            values (0, 'tech-pack.pdf', 'application/pdf', 10, '', 0)`,
          sql`delete from attachment where name = 'tech-pack.pdf'`,
          /^tech-pack.pdf: 0 of 10 bytes$/,
        ],
        [
          getName('The daily figures'),
          sql`update daily_figure set gross_poisha = gross_poisha + 1 where kind = 'country' and day = ${day + 1}`,
          sql`update daily_figure set gross_poisha = gross_poisha - 1 where kind = 'country' and day = ${day + 1}`,
          new RegExp(
            `^figures of ${isoDay(day + 1)}, country: stored 1, 1, 450001, \\d+, by the bookings 1, 1, 450000, \\d+$`,
          ),
        ],
        [
          getName('The daily figures'),
          sql`delete from daily_figure where kind = 'room' and day = ${day + 1}`,
          sql`delete from figure_day where day = ${day + 1}`,
          new RegExp(
            `^figures of ${isoDay(day + 1)}, room \\d+: stored 0, 0, 0, 0, by the bookings 1, 1, 450000, \\d+$`,
          ),
        ],
      ]
      for (const [name, damageSql, repair, finding] of damageCases) {
        await force(damageSql)
        const findings = await findAll()
        // SQLite also reports a row that breaks a constraint.
        assert.deepEqual(
          Object.keys(findings).filter((key) => key === name || !key.startsWith('The database file')),
          [name],
        )
        assert.match(findings[name]![0]!, finding)
        assert.ok(findings[name]!.length <= MAX_FINDINGS)
        assert.equal(await runDoctor(app.db, () => {}), false)
        await force(repair)
        assert.deepEqual(await findAll(), {}, name)
      }
    })

    // PostgreSQL checks every reference itself.
    if (engine.name === 'sqlite')
      test('reports a reference to a missing row in the embedded database (OPS-1)', async () => {
        await sql`pragma foreign_keys = off`.execute(app.db)
        await sql`insert into attachment_part (attachment_id, position, content) values (-1, 0, x'00')`.execute(app.db)
        assert.deepEqual(await findAll(), {
          [getName('The database file')]: ['attachment_part, row 1: its row in attachment is missing'],
        })
        await sql`delete from attachment_part where attachment_id = -1`.execute(app.db)
        await sql`pragma foreign_keys = on`.execute(app.db)
        assert.deepEqual(await findAll(), {})
      })
  })
}

describe('npm run admin', () => {
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['src/app/admin/admin.ts', ...args], {
      cwd: projectRoot,
      env: { ...process.env, DATA_DIR: 'no-such-folder' },
    })
  const readFailure = (...args: string[]) =>
    run(...args).then(
      () => assert.fail('the command must fail'),
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
    )

  test('explains its commands, and rejects unknown ones (OPS-1)', async () => {
    assert.match((await run('--help')).stdout, /npm run admin -- doctor/)
    assert.deepEqual(await run(), await run('--help'))
    const unknownFailure = await readFailure('docter')
    assert.equal(unknownFailure.code, 1)
    assert.match(unknownFailure.stderr, /^There is no command "docter"\.\n/)
    assert.match((await readFailure('doctor', '--quick')).stderr, /takes no arguments/)
  })

  test('does not create a database (OPS-1)', async () => {
    assert.match((await readFailure('doctor')).stderr, /^There is no database file .*no-such-folder/)
  })
})
