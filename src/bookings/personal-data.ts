import type { StayLink } from '../accounts/letters.ts'
import type { Asker } from '../platform/contract.ts'
import type { Database } from '../platform/database/database.ts'
import { isoDay } from '../platform/day.ts'
import { bdtOf } from '../platform/money.ts'
import { companyOf, readCompany } from '../content/company.ts'
import { forgetLettersTo } from '../messages/outbox.ts'
import type { Language } from '../urls.ts'
import { wordsIn } from '../words/both.ts'
import { lifeOf, statusOf } from './status.ts'
import { roomNameOf } from './told.ts'
import { networksOfRequests } from './open-requests.ts'
import { today } from '../availability/stay.ts'
import type { BookedRow } from './store.ts'
import { stayLink } from './stay-link.ts'

/** What bookings keep of a person. */
export const bookingsPersonalData = { exportData, forgetClosed, stayLinks }

async function exportData(db: Database, accountId: number) {
  const rows = await db.selectFrom('booking').selectAll().where('account_id', '=', accountId).orderBy('id').execute()
  const networks = await networksOfRequests(db, accountId)
  return rows.map((row) => ({
    booking_id: row.code,
    room_name: row.room_name_en,
    checkin: isoDay(row.check_in),
    checkout: isoDay(row.check_out),
    adult: row.adults,
    child: row.children,
    status: row.status,
    payment_status: row.payment_status,
    total: bdtOf(row.total_poisha),
    vat: bdtOf(row.vat_poisha),
    name: row.name,
    email: row.email,
    phone: row.phone,
    message: row.message,
    answer: row.answer,
    created_at: new Date(row.created_at).toISOString(),
    asked_from: networks.get(row.id) ?? [],
  }))
}

/**
 * A stay stays, without the person. Until it is over, or comes to nothing, the house must know who arrives, reach them,
 * and have read what they wrote. After that the letters about it are forgotten as well.
 */
async function forgetClosed(db: Database, now: number): Promise<void> {
  const rows = await db
    .selectFrom('booking')
    .selectAll()
    .where('account_id', 'in', db.selectFrom('account').select('id').where('closed_at', 'is not', null))
    .where('email', '<>', '')
    .execute()
  const day = today(await readCompany(db), now)
  const over = rows.filter((row) => isOver(row, day, now))
  if (over.length === 0) return
  await db
    .updateTable('booking')
    .set({ name: '', email: '', phone: '', message: '', answer: '' })
    .where(
      'id',
      'in',
      over.map(({ id }) => id),
    )
    .execute()
  await forgetLettersTo(
    db,
    over.map(({ email }) => email),
  )
}

/** Somebody who leaves today is still here. */
const isOver = (row: BookedRow, day: number, now: number) => row.check_out < day || lifeOf(statusOf(row, now)).isOver

/** To each stay that is not over, the next one first. */
async function stayLinks(db: Database, asker: Asker, language: Language): Promise<StayLink[]> {
  const { account, now } = asker
  const day = today(await companyOf(db, asker), now)
  const rows = await db
    .selectFrom('booking')
    .selectAll()
    .where('account_id', '=', account!.id)
    .orderBy('check_in')
    .orderBy('id')
    .execute()
  const { t } = wordsIn(language)
  const links: StayLink[] = []
  for (const row of rows.filter((each) => !isOver(each, day, now))) {
    const stay = {
      code: row.code,
      room: roomNameOf(row, language),
      from: isoDay(row.check_in),
      to: isoDay(row.check_out),
    }
    links.push({ label: t('mail.closed_link', stay), url: await stayLink(db, { ...asker, language }, row) })
  }
  return links
}
