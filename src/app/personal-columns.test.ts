import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql, type RawBuilder } from 'kysely'
import { personalColumns } from '#stays/bookings/personal-data.ts'
import { enginesFor } from '#testing/engines.ts'
import { passwordsByUsername, setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { createScheduledTasks } from './scheduled-tasks.ts'

const TEN_YEARS_MS = 10 * 366 * 24 * 3_600_000

type Table =
  | 'account'
  | 'booking'
  | 'stay_person'
  | 'stay_buyer'
  | 'enquiry'
  | 'enquiry_line'
  | 'contact_message'
  | 'quotation_revision'
  | 'quotation_question'
  | 'sales_order'
  | 'order_shipment'
interface Columns {
  /** Personal data that the owner of an account can export. */
  exported: string
  /** Personal data that no account owns, and derived or secret data. */
  internal: string
  other: string
}

/** A new column of these tables must be added here. Exported and internal columns must be erased. */
const columnsByTable: Record<Table, Columns> = {
  account: {
    exported: 'name email username phone company_name preferences',
    internal: 'email_key email_confirmed_at username_key password referral_code',
    other: 'id role language referred_by created_at suspended_at closed_at staff_role_id second_factors',
  },
  booking: {
    exported: personalColumns.join(' '),
    internal: '',
    other: `id code booker_id guest_id room_id check_in check_out adults children status payment_status payment_type room_name_en
      room_name_bn bed_en bed_bn total_poisha vat_basis_points vat_poisha service_basis_points language created_at
      expires_at cancelled_at cancelled_by cancel_fee_poisha email_verified_at stay_code source country arrived_at left_at
      version terms bed_preference package_en package_bn`,
  },
  stay_person: {
    exported: '',
    internal: 'name nationality details',
    other: 'id booking_id created_at version',
  },
  stay_buyer: { exported: 'name bin address', internal: '', other: 'stay_code version' },
  enquiry: {
    exported: 'company name email phone notes',
    internal: '',
    other: 'id code account_id language created_at handled_at handled_by',
  },
  enquiry_line: {
    exported: 'quantity notes purpose choices pantone',
    internal: '',
    other: 'enquiry_id position product_id product_name amount unit needed_by',
  },
  contact_message: {
    exported: '',
    internal: 'name email subject message',
    other: 'id language created_at handled_at handled_by',
  },
  quotation_revision: {
    exported: 'email reason accepted_by',
    // The export contains the company and the name, which are read from the content.
    internal: 'company name content token_hash',
    other: `id quotation_id revision version state language currency valid_until total_minor written_at written_by sent_at
      sent_by closed_at`,
  },
  quotation_question: { exported: 'text', internal: '', other: 'id revision_id at' },
  sales_order: {
    exported: 'po_number',
    internal: '',
    other: 'quotation_id revision_id version state state_at quantities total_minor ship_by created_at',
  },
  order_shipment: {
    exported: 'contents comment',
    internal: '',
    other: 'id order_id version kind due_day sent_day courier tracking_number decision decided_at',
  },
}
const split = (names: string) => names.split(/\s+/).filter(Boolean)
const tables = Object.entries(columnsByTable) as [Table, Columns][]
const createMarker = (table: Table, column: string) =>
  `marker.${table}.${column}${column === 'email' ? '@buyer.example' : ''}`

for (const engine of enginesFor(import.meta.url)) {
  describe(`personal data in the database, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)

    test('has a classification for every column', async () => {
      const storedTables = await app.db.introspection.getTables()
      for (const [table, { exported, internal, other }] of tables) {
        const columns = storedTables.find(({ name }) => name === table)!.columns.map(({ name }) => name)
        const classifiedColumns = split([exported, internal, other].join(' '))
        assert.deepEqual(classifiedColumns.toSorted(), columns.toSorted(), `classify the columns of ${table}`)
      }
    })

    test('is exported, and erased once the account is closed and all periods are over', async () => {
      const token = await app.signIn('anna')
      const anna = await app.db
        .selectFrom('account')
        .select('id')
        .where('username', '=', 'anna')
        .executeTakeFirstOrThrow()
      const rowConditions = await insertPersonalRows(app, anna.id)
      for (const [table, { exported }] of tables)
        for (const column of split(exported)) {
          const text = createMarker(table, column)
          const value = column === 'choices' ? JSON.stringify({ finish: text }) : text
          await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value} where ${rowConditions[table]}`.execute(
            app.db,
          )
        }
      const data = JSON.stringify((await app.call('getMyData', {}, { token })).body)
      const missingColumns = tables.flatMap(([table, { exported }]) =>
        split(exported)
          .map((column) => createMarker(table, column))
          .filter((text) => !data.includes(text)),
      )
      assert.deepEqual(missingColumns, [])

      const { status } = await app.call('closeAccount', { password: passwordsByUsername.anna }, { token })
      assert.equal(status, 200)
      app.clock.advance(TEN_YEARS_MS)
      const { purgeJobs } = createScheduledTasks(app.db, {
        clock: () => app.clock.now,
        publicUrl: app.publicUrl,
      })
      for (const purgeJob of purgeJobs) await purgeJob()
      const remainingValues: unknown[] = []
      for (const [table, { exported, internal }] of tables) {
        const rows = await sql<
          Record<string, unknown>
        >`select * from ${sql.table(table)} where ${rowConditions[table]}`.execute(app.db)
        for (const row of rows.rows)
          for (const column of split(`${exported} ${internal}`))
            if (row[column]) remainingValues.push([table, column, row[column]])
      }
      assert.deepEqual(remainingValues, [])
    })
  })
}

/**
 * Adds rows to the other tables for an account that has a stay. Returns the SQL conditions that select the rows of each
 * table.
 */
async function insertPersonalRows(
  { db, clock }: TestApp,
  accountId: number,
): Promise<Record<Table, RawBuilder<unknown>>> {
  const { id, code } = await db
    .selectFrom('booking')
    .select(['id', 'code'])
    .where('guest_id', '=', accountId)
    .executeTakeFirstOrThrow()
  const guest = { name: 'Lena', email: 'lena@buyer.example', language: 'en', created_at: clock.now }
  const person = { booking_id: id, name: 'Lena', nationality: 'DE', details: '{}', created_at: clock.now }
  await db.insertInto('stay_person').values(person).execute()
  await db.insertInto('stay_buyer').values({ stay_code: code, name: 'Lena', bin: '1', address: 'Hamburg' }).execute()
  const enquiry = await db
    .insertInto('enquiry')
    .values({ ...guest, code: 'E1', account_id: accountId, company: 'Elbe', phone: '1', notes: 'Urgent' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const product = await db.selectFrom('product').select('id').executeTakeFirstOrThrow()
  const line = { enquiry_id: enquiry.id, position: 1, product_id: product.id, product_name: 'Zipper' }
  await db
    .insertInto('enquiry_line')
    .values({ ...line, quantity: '500', notes: 'brass', purpose: '' })
    .execute()
  await db
    .insertInto('contact_message')
    .values({ ...guest, subject: 'Visit', message: 'Hello' })
    .execute()
  const revisionId = await insertQuotation(db, accountId, clock.now)
  await db.insertInto('quotation_question').values({ revision_id: revisionId, at: clock.now, text: 'Brass?' }).execute()
  const { quotation_id } = await db
    .insertInto('sales_order')
    .columns(['quotation_id', 'revision_id', 'state_at', 'total_minor', 'created_at'])
    .expression(({ selectFrom }) =>
      selectFrom('quotation_revision')
        .select(['quotation_id', 'id', 'closed_at', 'total_minor', 'sent_at'])
        .where('id', '=', revisionId),
    )
    .returning('quotation_id')
    .executeTakeFirstOrThrow()
  const sample = {
    kind: 'sample',
    contents: '',
    due_day: null,
    sent_day: null,
    courier: '',
    tracking_number: '',
  } as const
  await db
    .insertInto('order_shipment')
    .values({ order_id: quotation_id, ...sample })
    .execute()
  return {
    account: sql`id = ${accountId}`,
    booking: sql`guest_id = ${accountId}`,
    stay_person: sql`booking_id = ${id}`,
    stay_buyer: sql`stay_code = ${code}`,
    enquiry: sql`account_id = ${accountId}`,
    enquiry_line: sql`enquiry_id = ${enquiry.id}`,
    contact_message: sql`email = ${guest.email}`,
    quotation_revision: sql`id = ${revisionId}`,
    quotation_question: sql`revision_id = ${revisionId}`,
    sales_order: sql`quotation_id = ${quotation_id}`,
    order_shipment: sql`order_id = ${quotation_id}`,
  }
}

/** Adds an accepted quotation and returns the ID of its revision. */
async function insertQuotation(db: TestApp['db'], accountId: number, now: number): Promise<number> {
  const buyer = { company: 'Elbe', name: 'Lena', email: 'lena@buyer.example', language: 'en', currency: 'USD' } as const
  const { id } = await db
    .insertInto('quotation')
    .values({ enquiry_id: null, account_id: accountId, year: 2027, no: 1, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const content = { ...buyer, valid_until: 20_000, lines: [], charges: [] }
  const writtenFields = { written_at: now, written_by: accountId, sent_at: now, closed_at: now }
  const revision = await db
    .insertInto('quotation_revision')
    .values({
      ...buyer,
      ...writtenFields,
      quotation_id: id,
      revision: 1,
      state: 'accepted',
      accepted_by: 'Lena',
      valid_until: 20_000,
      total_minor: 0,
      content: JSON.stringify(content),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return revision.id
}
