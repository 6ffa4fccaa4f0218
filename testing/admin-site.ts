import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { sql } from 'kysely'
import { openDatabase, type DatabaseLocation } from '#platform/database/database.ts'
import { runDoctor } from '#app/admin/doctor.ts'
import { endpoints } from '#routes/public.ts'
import { openDesk, type BookedStay } from './desk.ts'
import type { TestEngine } from './engines.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { createPngOfSize } from './upload-files.ts'
import { createSwatch } from './upload-pictures.ts'

/** A site with a booking and files. Tests compare it before and after a restore or a move. */
export interface UsedSite {
  stay: BookedStay
  enquiry: string
  attachment: Buffer
  picture: string
}

/** Books a stay, sends an enquiry with a file of several parts, and uploads a picture. */
export async function fillSite(app: TestApp): Promise<UsedSite> {
  const desk = await openDesk(app, 'owner')
  const stay = await desk.book('লেনা Vogt', 0, 2, { at: [0] })
  await desk.callOk('checkGuestIn', { booking: stay.booking, version: stay.version, anyway: true })
  await desk.callOk('addCharge', { code: stay.code, booking: stay.booking, name: 'Tea', quantity: 2, each: 57.5 })
  await desk.callOk('takePayment', { code: stay.code, amount: 1000, method: 'cash' })
  await desk.callOk('recordTillMovement', { way: 'in', amount: 500, why: 'Change' })
  const attachment = createPngOfSize(700_000)
  const form = { company: 'Vogt', name: 'Lena', email: 'lena@buyer.example' }
  const lines = [{ product: 'zipper', amount: 5_000, unit: 'piece', sizes: ['#5'] }]
  const files = [{ name: 'swatch.png', bytes: attachment }]
  const { body } = await app.call('sendEnquiry', { ...form, lines }, { token: await app.signIn('anna'), files })
  const shades = { name: 'shades.jpg', bytes: await createSwatch(57) }
  const { body: addedPicture } = await app.call('addPicture', {}, { token: desk.token, files: [shades] })
  await app.worker.runDue()
  const { body: upload } = await app.call('getPictureUpload', { id: addedPicture.upload.id }, { token: desk.token })
  assert.equal(upload.state, 'ready')
  const { body: shownPicture } = await app.call('getPicture', { name: upload.picture }, { token: desk.token })
  return { stay, enquiry: body.reference, attachment, picture: shownPicture.picture.src }
}

/** Starts the site on a database that was written by a command, and checks that it works as before. */
export async function assertSiteWorks(
  t: TestContext,
  engine: TestEngine,
  location: DatabaseLocation,
  originalApp: TestApp,
  usedSite: UsedSite,
): Promise<void> {
  const database = await openDatabase({ ...location, statementsLastMs: 120_000 })
  const restoredEngine = { ...engine, filled: async () => ({ ...database, at: location }) }
  const app = await startTestApp(restoredEngine)
  t.after(() => app.close())
  const findings: string[] = []
  assert.equal(await runDoctor(app.db, (line) => findings.push(line)), true, findings.join('\n'))

  const desk = await openDesk(app, 'owner')
  const { body: stay } = await desk.call('getDeskStay', { code: usedSite.stay.code })
  assert.match(JSON.stringify(stay), /লেনা Vogt/)
  const token = await app.signIn('anna')
  const fileResponse = await app.get(`${endpoints.getAttachment[1]}?enquiry=${usedSite.enquiry}&file=1`, {
    authorization: `Bearer ${token}`,
  })
  assert.equal(fileResponse.status, 200)
  assert.ok(Buffer.from(await fileResponse.arrayBuffer()).equals(usedSite.attachment))
  const [responseBefore, responseAfter] = await Promise.all(
    [originalApp, app].map((site) => site.get(usedSite.picture)),
  )
  assert.equal(responseAfter!.status, 200)
  assert.deepEqual(Buffer.from(await responseAfter!.arrayBuffer()), Buffer.from(await responseBefore!.arrayBuffer()))

  const readHighestId = async () =>
    (
      await app.db
        .selectFrom('booking')
        .select(({ fn }) => fn.max('id').as('id'))
        .executeTakeFirstOrThrow()
    ).id
  const lastId = await readHighestId()
  const { booking } = await desk.book('Giulia Conti', 1, 2)
  assert.equal(booking, lastId + 1)
  assert.equal(await readHighestId(), booking)
}

/** A place for a new database: a PostgreSQL database without tables, or a file that does not exist. */
export async function createEmptyLocation(t: TestContext, engine: TestEngine): Promise<DatabaseLocation> {
  if (engine.name === 'postgres') {
    const database = await engine.bare()
    t.after(() => database.close())
    return database.at
  }
  const folder = await createFolder(t)
  return { file: join(folder, 'data', 'selvage.sqlite') }
}

export async function createFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'admin-'))
  t.after(() => rm(folder, { recursive: true }))
  return folder
}

export async function countRows(location: DatabaseLocation): Promise<Record<string, number>> {
  const { db, close } = await openDatabase(location)
  const counts: Record<string, number> = {}
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.id(name)}`.execute(db)
    counts[name] = rows[0]!.count
  }
  await close()
  return counts
}
