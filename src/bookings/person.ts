import type { Database } from '../platform/database.ts'
import { isoDay } from '../platform/day.ts'
import { readCompany } from '../content/company.ts'
import { today } from './stay.ts'

/** What bookings keep of a person. */
export const bookingsOfPerson = { tell, forgetClosed }

async function tell(db: Database, accountId: number) {
  const rows = await db.selectFrom('booking').selectAll().where('account_id', '=', accountId).orderBy('id').execute()
  return rows.map((row) => ({
    booking_id: row.code,
    room_name: row.room_name_en,
    checkin: isoDay(row.check_in),
    checkout: isoDay(row.check_out),
    adult: row.adults,
    child: row.children,
    status: row.status,
    payment_status: row.payment_status,
    total: row.total_poisha / 100,
    vat: row.vat_poisha / 100,
    name: row.name,
    email: row.email,
    phone: row.phone,
    message: row.message,
    created_at: new Date(row.created_at).toISOString(),
  }))
}

const ended = ['cancelled', 'declined', 'expired', 'no_show', 'checked_out'] as const

/** A stay stays, without the person. Until it is over, or comes to nothing, the house must know who arrives. */
async function forgetClosed(db: Database, now: number): Promise<void> {
  const day = today(await readCompany(db), now)
  await db
    .updateTable('booking')
    .set({ name: '', email: '', phone: '', message: '' })
    .where('account_id', 'in', db.selectFrom('account').select('id').where('closed_at', 'is not', null))
    .where((is) => is.or([is('check_out', '<=', day), is('status', 'in', ended)]))
    .where('email', '<>', '')
    .execute()
}
