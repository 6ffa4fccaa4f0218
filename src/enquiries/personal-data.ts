import type { Database } from '../platform/database/database.ts'

/** What enquiries keep of a person: of letters to the company nobody knows whose account they belong to. */
export const enquiriesPersonalData = { exportData, forgetClosed }

async function exportData(db: Database, accountId: number) {
  const rows = await db.selectFrom('enquiry').selectAll().where('account_id', '=', accountId).orderBy('id').execute()
  const lines = await db
    .selectFrom('enquiry_line')
    .innerJoin('enquiry', 'enquiry.id', 'enquiry_line.enquiry_id')
    .select(['enquiry_id', 'product_name', 'quantity', 'enquiry_line.notes'])
    .where('account_id', '=', accountId)
    .orderBy('enquiry_id')
    .orderBy('position')
    .execute()
  return rows.map((row) => ({
    code: row.code,
    company: row.company,
    name: row.name,
    email: row.email,
    phone: row.phone,
    notes: row.notes,
    created_at: new Date(row.created_at).toISOString(),
    lines: lines
      .filter((line) => line.enquiry_id === row.id)
      .map(({ product_name, quantity, notes }) => ({ product_name, quantity, notes })),
  }))
}

/** An enquiry without anybody to answer is none. */
async function forgetClosed(db: Database): Promise<void> {
  await db
    .deleteFrom('enquiry')
    .where('account_id', 'in', db.selectFrom('account').select('id').where('closed_at', 'is not', null))
    .execute()
}
