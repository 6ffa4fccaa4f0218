import type { Asker } from '../../platform/contract.ts'
import type { Database } from '../../platform/database/database.ts'
import { isoDay } from '../../platform/day.ts'
import { notFound } from '../../platform/errors.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { bdtOf } from '../../platform/money.ts'
import { companyOf } from '../../content/company.ts'
import { lettersAbout } from '../../messages/letters-about.ts'
import type { Language } from '../../urls.ts'
import { wordsIn } from '../../words/both.ts'
import { confirmRequest, declineRequest } from '../answering.ts'
import { statusOf } from '../status.ts'
import { isFirst, paymentOf, pricesOf, type BookedRow } from '../store.ts'
import { roomNameOf } from '../told.ts'
import { wholeStay, wholeStays, type WholeStay } from '../whole-stay.ts'
import type { BookingFile, bookingsOfficeContract, WaitingRequest } from './contract.ts'
import { waitingRequests } from './waiting.ts'

export const bookingsOfficeHandlers = {
  async getWaitingRequests(db, asker, { after }) {
    const { rows, more, waiting } = await waitingRequests(db, asker, after)
    const stays = await wholeStays(db, rows)
    return { data: stays.map((stay) => presentWaiting(stay, asker)), more, waiting }
  },

  async getBookingFile(db, asker, { code }) {
    const first = await db.selectFrom('booking').selectAll().where('code', '=', code).where(isFirst).executeTakeFirst()
    if (!first) throw notFound()
    return fileOf(db, asker, await wholeStay(db, first))
  },

  confirmRequest: async (db, asker, answer) => fileOf(db, asker, await confirmRequest(db, asker, answer)),
  declineRequest: async (db, asker, answer) => fileOf(db, asker, await declineRequest(db, asker, answer)),
} satisfies Handlers<typeof bookingsOfficeContract>

const presentWaiting = (row: BookedRow, { language }: Asker): WaitingRequest => ({
  code: row.code,
  name: row.name,
  room_name: roomNameOf(row, language),
  checkin: isoDay(row.check_in),
  checkout: isoDay(row.check_out),
  nights: row.check_out - row.check_in,
  adult: row.adults,
  child: row.children,
  total: bdtOf(row.total_poisha),
  asked_at: isoInstant(row.created_at),
  held_until: row.expires_at === null ? null : isoInstant(row.expires_at),
})

async function fileOf(db: Database, asker: Asker, row: WholeStay): Promise<BookingFile> {
  const { language, now } = asker
  const company = await companyOf(db, asker)
  const status = statusOf(row, now)
  const subject = `booking ${row.code}`
  const letterLanguage = row.language as Language
  return {
    code: row.code,
    status,
    may_be_answered: status === 'pending_approval',
    payment: paymentOf(row),
    payment_status: row.payment_status,
    name: row.name,
    email: row.email,
    phone: row.phone,
    language: letterLanguage,
    has_account: (await roleOf(db, row.account_id)) !== 'guest',
    room_name: roomNameOf(row, language),
    bed_name: (language === 'bn' && row.bed_bn) || row.bed_en,
    checkin: isoDay(row.check_in),
    checkout: isoDay(row.check_out),
    check_in_from: company.checkInFrom,
    check_out_until: company.checkOutUntil,
    nights: await pricesOf(db, row),
    total: bdtOf(row.total_poisha),
    vat: bdtOf(row.vat_poisha),
    cancel_cost: row.cancel_fee_poisha && bdtOf(row.cancel_fee_poisha),
    adult: row.adults,
    child: row.children,
    message: row.message,
    asked_at: isoInstant(row.created_at),
    held_until: status !== 'pending_approval' || row.expires_at === null ? null : isoInstant(row.expires_at),
    answer: row.answer,
    reply_subject: `Re: ${wordsIn(letterLanguage).t('mail.booking_subject', { code: row.code })}`,
    history: [{ at: isoInstant(row.created_at), what: 'asked', who: row.name }, ...(await historyOf(db, subject))],
    letters: (await lettersAbout(db, subject)).map(({ at, ...letter }) => ({ ...letter, at: isoInstant(at) })),
  }
}

async function historyOf(db: Database, subject: string): Promise<BookingFile['history']> {
  const rows = await db
    .selectFrom('audit')
    .leftJoin('account', 'account.id', 'audit.account_id')
    .select(['at', 'action', 'account.name'])
    .where('subject', '=', subject)
    .orderBy('audit.id')
    .execute()
  return rows.flatMap(({ at, action, name }) => {
    const what = done[action]
    return what ? [{ at: isoInstant(at), what, who: name }] : []
  })
}

const done: Record<string, BookingFile['history'][number]['what']> = {
  'booking confirmed': 'confirmed',
  'booking declined': 'declined',
  'booking cancelled': 'cancelled',
  'booking expired': 'expired',
}

const roleOf = async (db: Database, accountId: number) =>
  (await db.selectFrom('account').select('role').where('id', '=', accountId).executeTakeFirst())?.role

const isoInstant = (ms: number) => new Date(ms).toISOString()
