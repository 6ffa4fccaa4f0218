import { getBookingReference } from '#stays/bookings/store.ts'
import { addCopy, listCopies, removeCopy, viewCopy } from '../copies.ts'
import { computeToday } from '#stays/availability/stay.ts'
import { loadCompany, readCompany } from '#content/company.ts'
import { saveSection, sections, listSectionVersions } from '#content/settings.ts'
import type { RequestContext, StreamedFile } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay, isoInstant, parseDay } from '#platform/day.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { listColumns } from '../requested-columns.ts'
import { streamRegisterFile } from './register-file.ts'
import { loadRegister, loadRegisterOfDay, type RegisterRoom } from '../queries.ts'
import {
  changeRegistration,
  validateRegistration,
  register,
  removeRegistration,
  copyRegistration,
  type Registration,
} from '../register.ts'
import type { Register, registerContract, RegisterSettings, RegisterRoom as RegisterRoomView } from './contract.ts'

export const registerHandlers = {
  getRegister: (db, ctx, { code }) => loadRegisterView(db, ctx, code),
  registerPerson: {
    validate: validateRegistration,
    async execute(db, ctx, { booking, ...form }) {
      return loadRegisterView(db, ctx, await register(db, ctx, { ...form, bookingId: booking } as Registration))
    },
  },
  changeRegistration: {
    validate: validateRegistration,
    async execute(db, ctx, { booking, ...form }) {
      return loadRegisterView(db, ctx, await changeRegistration(db, ctx, { ...form, bookingId: booking }))
    },
  },
  removeRegistration: async (db, ctx, form) => loadRegisterView(db, ctx, await removeRegistration(db, ctx, form)),
  copyRegistration: async (db, ctx, { booking, person }) =>
    loadRegisterView(db, ctx, await copyRegistration(db, ctx, { bookingId: booking, personId: person })),

  addIdCopy: async (db, ctx, { person, picture }) =>
    loadRegisterView(db, ctx, await addCopy(db, ctx, { personId: person, picture })),
  getIdCopy: (db, ctx, { id }) => viewCopy(db, ctx, id),
  removeIdCopy: async (db, ctx, { id }) => loadRegisterView(db, ctx, await removeCopy(db, ctx, id)),

  async getRegisterOfDay(db, ctx, query) {
    const day = query.day ? parseDay(query.day)! : computeToday(await loadCompany(db, ctx), ctx.now)
    const rooms = await loadRegisterOfDay(db, ctx, day, { includesExpected: true })
    const columns = listColumns(await loadCompany(db, ctx), ctx.language)
    return { day: isoDay(day), columns, rooms: rooms.map(toRoomView) }
  },
  async getRegisterFile(db, ctx, { day }): Promise<StreamedFile> {
    const csvParts = streamRegisterFile(db, ctx, parseDay(day)!)
    return { name: `register-${day}.csv`, type: 'text/csv; charset=utf-8', bytes: null, parts: csvParts }
  },
  async getRegisterPdf(db, ctx, { day }) {
    // Fonts and the Bengali text shaper take 60 MB, so load them only when a file is requested.
    const { renderRegisterPdf } = await import('./register-pdf.ts')
    return renderRegisterPdf(db, ctx, parseDay(day)!)
  },
  getRegisterSettings: (db) => readRegisterSettings(db),
  async saveRegisterSettings(db, ctx, form) {
    await saveSection(db, ctx, 'register', form)
    return readRegisterSettings(db)
  },
} satisfies Handlers<typeof registerContract>

async function readRegisterSettings(db: Database): Promise<RegisterSettings> {
  const versions = await listSectionVersions(db)
  return { ...sections.register.read(await readCompany(db)), version: versions.get('register')! }
}

async function loadRegisterView(db: Database, ctx: RequestContext, code: string): Promise<Register> {
  const { first: firstRoom, rooms, earlier: earlierGuests } = await loadRegister(db, code, ctx.language)
  const company = await loadCompany(db, ctx)
  const copies = await listCopies(
    db,
    rooms.flatMap(({ persons }) => persons.map(({ id }) => id)),
  )
  return {
    code: firstRoom.code,
    guest: firstRoom.name,
    columns: listColumns(company, ctx.language),
    copies: {
      days: company.copiesDays,
      sealed: ctx.context.sealer !== null,
      made: copies.map(({ id, person_id, created_at, authorName }) => ({
        id,
        person: person_id,
        at: isoInstant(created_at),
        by: authorName,
      })),
    },
    rooms: rooms.map(toRoomView),
    earlier: earlierGuests.map(({ id, name, nationality, check_in }) => ({
      id,
      name,
      nationality,
      day: isoDay(check_in),
    })),
  }
}

const toRoomView = ({ booking, kind, unit, persons }: RegisterRoom): RegisterRoomView => ({
  booking: booking.id,
  code: getBookingReference(booking),
  guest: booking.name,
  kind,
  unit,
  from: isoDay(booking.check_in),
  to: isoDay(booking.check_out),
  arrived_at: booking.arrived_at === null ? null : isoInstant(booking.arrived_at),
  left_at: booking.left_at === null ? null : isoInstant(booking.left_at),
  expected: booking.adults + booking.children,
  persons,
})
