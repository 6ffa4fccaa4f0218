import { emergency } from '../emergency.ts'
import { may } from '../../permissions.ts'
import { roomNameOf } from '../../bookings/told.ts'
import type { Asker } from '../../platform/contract.ts'
import { isoDay, isoInstant } from '../../platform/day.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { bdtOf } from '../../platform/money.ts'
import { dayToClose } from '../days.ts'
import { addNote, markNote, openNotes, type Note } from '../notes.ts'
import { sheetOfToday, type SheetRow } from '../sheet.ts'
import type { DeskNote, todayContract, TodaysRow } from './contract.ts'

/** What was done so lately can be taken back where it stood. */
const SHOWN_DONE_MS = 60 * 60_000

export const todayHandlers = {
  async getToday(db, asker) {
    const { day, arrivals, departures, inHouse, left, ...counts } = await sheetOfToday(db, asker)
    const present = (row: SheetRow) => presentRow(row, asker)
    const toClose = await dayToClose(db, asker)
    return {
      ...counts,
      left: left.length,
      day: isoDay(day),
      arrivals: arrivals.map(present),
      departures: departures.map(present),
      in_house: inHouse.map(present),
      notes: (await openNotes(db, asker.now - SHOWN_DONE_MS)).map(presentNote),
      to_close: toClose !== null && toClose < day ? isoDay(toClose) : null,
    }
  },

  async addDeskNote(db, asker, { task, show_at, due_at, ...form }) {
    const dueAt = due_at === null ? null : Date.parse(due_at)
    await addNote(db, asker, { ...form, isTask: task, showAt: show_at, dueAt })
    return {}
  },

  async markDeskNote(db, asker, form) {
    await markNote(db, asker, form)
    return {}
  },
  async getEmergencySheet(db, asker) {
    const sheet = await emergency(db, asker)
    // Fonts and what shapes Bengali take 60 MB: only where somebody asks for the file.
    const { emergencyPdf } = await import('../../desk/today/emergency-pdf.ts')
    return emergencyPdf(sheet, asker.language, asker.now)
  },
} satisfies Handlers<typeof todayContract>

const presentRow = (
  { stay, phone, message, unit, stillThere, owedPoisha, isLate }: SheetRow,
  asker: Asker,
): TodaysRow => ({
  booking: stay.id,
  version: stay.version,
  code: stay.stay_code ?? stay.code,
  name: stay.name,
  phone,
  checkin: isoDay(stay.check_in),
  checkout: isoDay(stay.check_out),
  nights: stay.check_out - stay.check_in,
  adults: stay.adults,
  children: stay.children,
  room: stay.room_id,
  room_name: roomNameOf(stay, asker.language),
  unit,
  still_there: stillThere,
  owed: may(asker.account, 'see money') ? bdtOf(owedPoisha) : null,
  late: isLate,
  message,
  fee: may(asker.account, 'see money') ? bdtOf(stay.cancel_late_poisha) : null,
})

export const presentNote = (note: Note): DeskNote => ({
  id: note.id,
  text: note.text,
  task: note.is_task === 1,
  code: note.code,
  guest: note.guest,
  unit: note.unit,
  show_at: note.show_at,
  due_at: note.due_at === null ? null : isoInstant(note.due_at),
  written_at: isoInstant(note.written_at),
  by: note.by,
  done: note.done_at !== null,
})
