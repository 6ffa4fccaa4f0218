import { may } from '../../permissions.ts'
import { today } from '../../availability/stay.ts'
import { isFirst, roomsOf } from '../../bookings/store.ts'
import { lifeOf, statusOf } from '../../bookings/status.ts'
import { companyOf } from '../../content/company.ts'
import type { Asker } from '../../platform/contract.ts'
import type { Database } from '../../platform/database/database.ts'
import { isoDay } from '../../platform/day.ts'
import { notFound } from '../../platform/errors.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { bdtOf } from '../../platform/money.ts'
import { wordsIn } from '../../words/both.ts'
import { cancelRoom, changeParty } from '../arriving.ts'
import { notesOf } from '../notes.ts'
import { presentNote } from '../today/http.ts'
import { partsOf, readStays, type DeskStay as Stay } from '../stays.ts'
import type { DeskRoom, DeskStay, stayContract } from './contract.ts'

export const stayHandlers = {
  async getDeskStay(db, asker, { code }): Promise<DeskStay> {
    const first = await db.selectFrom('booking').selectAll().where('code', '=', code).where(isFirst).executeTakeFirst()
    if (!first) throw notFound()
    const ids = (await roomsOf(db, first)).map(({ id }) => id)
    const stays = await readStays(db, ids)
    const day = today(await companyOf(db, asker), asker.now)
    const names = await namesOf(db, asker, stays)
    return {
      code,
      name: first.name,
      email: first.email,
      today: isoDay(day),
      rooms: stays.map((stay) => presentRoom(stay, names, day, asker)),
      notes: (await notesOf(db, ids)).map(presentNote),
    }
  },

  async getStayCode(db, _, { booking }) {
    const row = await db
      .selectFrom('booking')
      .select(['code', 'stay_code'])
      .where('id', '=', booking)
      .executeTakeFirst()
    if (!row) throw notFound()
    return { code: row.stay_code ?? row.code }
  },

  async changeParty(db, asker, { booking, ...form }) {
    return said(asker, await changeParty(db, asker, { ...form, bookingId: booking }))
  },

  async cancelRoom(db, asker, { booking, ...form }) {
    return said(asker, await cancelRoom(db, asker, { ...form, bookingId: booking }))
  },
} satisfies Handlers<typeof stayContract>

const said = ({ language }: Asker, act: number) => ({ act, message: wordsIn(language).t('desk.arranged') })

interface Names {
  rooms: ReadonlyMap<number, string>
  units: ReadonlyMap<number, string>
}

async function namesOf(db: Database, { language }: Asker, stays: readonly Stay[]): Promise<Names> {
  const nights = stays.flatMap((stay) => stay.nights)
  const [rooms, units] = [
    await db
      .selectFrom('room')
      .select(['id', 'name_en', 'name_bn'])
      .where('id', 'in', idsIn(nights, 'roomId'))
      .execute(),
    await db.selectFrom('unit').select(['id', 'name']).where('id', 'in', idsIn(nights, 'unitId')).execute(),
  ]
  return {
    rooms: new Map(rooms.map(({ id, name_en, name_bn }) => [id, (language === 'bn' && name_bn) || name_en])),
    units: new Map(units.map(({ id, name }) => [id, name])),
  }
}

const idsIn = (nights: Stay['nights'], name: 'roomId' | 'unitId') => [
  ...new Set(nights.map((night) => night[name] ?? 0)),
]

function presentRoom(stay: Stay, names: Names, day: number, asker: Asker): DeskRoom {
  const status = statusOf(stay, asker.now)
  const amount = (poisha: number) => (may(asker.account, 'see money') ? bdtOf(poisha) : null)
  return {
    booking: stay.id,
    version: stay.version,
    status,
    parts: partsOf(stay.nights).map(({ roomId, unitId, from, to }) => ({
      room: roomId,
      room_name: names.rooms.get(roomId) ?? '',
      unit: unitId,
      unit_name: unitId === null ? null : (names.units.get(unitId) ?? ''),
      from: isoDay(from),
      to: isoDay(to),
    })),
    adults: stay.adults,
    children: stay.children,
    total: amount(stay.total_poisha),
    late_fee: amount(asker.now < stay.cancel_free_until ? 0 : stay.cancel_late_poisha),
    may_change: !lifeOf(status).isOver,
    may_come: status === 'confirmed' && stay.check_in <= day && stay.check_out >= day,
    may_leave: status === 'checked_in',
  }
}
