import assert from 'node:assert/strict'
import { join } from 'node:path'
import { before, beforeEach, describe, test } from 'node:test'
import { bothEngines } from '#testing/engines.ts'
import { testInstallation } from '#testing/request-context.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import type { Installation } from '#platform/context.ts'
import type { SystemStatus } from './contract.ts'
import { readSystemStatus } from './status.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/durations.ts'

for (const engine of bothEngines) {
  describe(`the status page, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let ownerToken: string
    before(async () => {
      ownerToken = await app.signIn('owner')
    })
    beforeEach(async () => {
      for (const table of ['backup', 'job'] as const) await app.db.deleteFrom(table).execute()
    })

    /** Reads the status with `overrides` in the test installation. */
    const readStatus = (overrides: Partial<Installation> = {}, publicUrl = app.publicUrl): Promise<SystemStatus> =>
      readSystemStatus(app.db, app.clock.now, {
        installation: { ...testInstallation, ...overrides },
        publicUrl,
      })
    const addBackup = (ageMs: number, encrypted: number) =>
      app.db
        .insertInto('backup')
        .values({ taken_at: app.clock.now - ageMs, bytes: 5_000_000, encrypted })
        .execute()
    const addJob = (values: { run_at?: number; failed_at?: number }) =>
      app.db
        .insertInto('job')
        .values({ kind: 'email', payload: '{}', run_at: app.clock.now, created_at: app.clock.now, ...values })
        .execute()

    test('shows the version, the database and the time of the check to the owner (OPS-15)', async () => {
      const { status, body } = await app.call('getSystemStatus', {}, { token: ownerToken })
      assert.equal(status, 200)
      assert.equal(body.checked_at, new Date(app.clock.now).toISOString())
      assert.equal(body.app.version, '0.0.0')
      assert.equal(body.database.engine, { sqlite: 'SQLite', postgres: 'PostgreSQL' }[engine.name])
      assert.match(body.database.version, /^\d+\.\d+/)
      assert.ok(body.database.bytes > 100_000)
      assert.match(body.database.schema, /^\d{4}-[a-z-]+$/)
      assert.equal(typeof body.clock?.difference_seconds, { sqlite: 'undefined', postgres: 'number' }[engine.name])
      assert.ok(body.disk.free_bytes <= body.disk.total_bytes)
    })

    test('warns if the last backup is more than 30 hours old, or missing (OPS-15)', async () => {
      assert.deepEqual((await readStatus()).backup, {
        state: 'warning',
        taken_at: null,
        bytes: null,
        is_encrypted: false,
      })
      await addBackup(8 * DAY_MS, 1)
      assert.equal((await readStatus()).backup.state, 'problem')
      await addBackup(31 * HOUR_MS, 1)
      assert.equal((await readStatus()).backup.state, 'warning')
      await addBackup(29 * HOUR_MS, 0)
      assert.deepEqual((await readStatus()).backup, {
        state: 'ok',
        taken_at: new Date(app.clock.now - 29 * HOUR_MS).toISOString(),
        bytes: 5_000_000,
        is_encrypted: false,
      })
    })

    test('reports an unknown disk if the data folder cannot be read (OPS-15)', async () => {
      const { disk } = await readStatus({ dataFolder: join(testInstallation.dataFolder, 'no such folder') })
      assert.deepEqual(disk, { state: 'unknown', free_bytes: null, total_bytes: null })
    })

    test('warns about late jobs and jobs that were given up (OPS-15)', async () => {
      assert.deepEqual((await readStatus()).jobs, { state: 'ok', waiting: 0, late_minutes: 0, failed_permanently: 0 })
      await addJob({ run_at: app.clock.now + HOUR_MS })
      assert.equal((await readStatus()).jobs.state, 'ok')
      await addJob({ failed_at: app.clock.now - 25 * HOUR_MS })
      assert.equal((await readStatus()).jobs.state, 'ok')
      await addJob({ failed_at: app.clock.now - 23 * HOUR_MS })
      assert.deepEqual((await readStatus()).jobs, {
        state: 'warning',
        waiting: 1,
        late_minutes: 0,
        failed_permanently: 1,
      })
      await addJob({ run_at: app.clock.now - 61 * MINUTE_MS })
      assert.deepEqual((await readStatus()).jobs, {
        state: 'problem',
        waiting: 2,
        late_minutes: 61,
        failed_permanently: 1,
      })
    })

    test('reports a missing mail server, and emails that could not be sent (OPS-15)', async () => {
      assert.equal((await readStatus({ hasMailServer: false })).emails.state, 'problem')
      assert.deepEqual((await readStatus()).emails, { state: 'ok', failed: 0, has_mail_server: true })
      const bookingResponse = await app.call('requestGuestBooking', createStayForm(app), {
        token: await app.newGuest(),
      })
      assert.equal(bookingResponse.status, 200)
      await app.db.updateTable('mail').set({ failed_at: app.clock.now }).execute()
      // One email goes to the guest and one to the company.
      assert.deepEqual((await readStatus()).emails, { state: 'warning', failed: 2, has_mail_server: true })
    })

    test('reports the certificate of the public address before and after it ends (OPS-15)', async () => {
      const readCertificateState = async (certificate: Awaited<ReturnType<Installation['readCertificate']>>) => {
        const { state, problem } = (await readStatus({ readCertificate: () => Promise.resolve(certificate) }))
          .certificate
        return [state, problem]
      }
      const createCertificate = (days: number, isTrusted = true) =>
        ({ kind: 'found', validUntil: app.clock.now + days * DAY_MS, isTrusted }) as const
      assert.deepEqual(await readCertificateState(createCertificate(20)), ['ok', null])
      assert.deepEqual(await readCertificateState(createCertificate(13)), ['warning', null])
      assert.deepEqual(await readCertificateState(createCertificate(2)), ['problem', null])
      assert.deepEqual(await readCertificateState(createCertificate(-1)), ['problem', 'expired'])
      assert.deepEqual(await readCertificateState(createCertificate(20, false)), ['problem', 'untrusted'])
      assert.deepEqual(await readCertificateState({ kind: 'not encrypted' }), ['problem', 'not encrypted'])
      assert.deepEqual(await readCertificateState({ kind: 'unreachable' }), ['unknown', 'unreachable'])
    })
  })
}
