import { getBookingReference } from '#stays/bookings/store.ts'
import { formatNights } from '#stays/availability/needed-nights.ts'
import { readEmergencyData } from '../emergency.ts'
import { hasPermission } from '#schema/permissions.ts'
import { getRoomName } from '#stays/bookings/stay-views.ts'
import { guestFieldNames, pickFields } from '#stays/bookings/guest-fields.ts'
import { formatArrivalTime } from '#stays/bookings/preferences/arrival-time.ts'
import { getBedName, getPackageName } from '#stays/bookings/preferences/preference-views.ts'
import { toStayCustomerView } from '#stays/customers/stay-customer.ts'
import { translatorFor } from '#locales/both.ts'
import type { RequestContext } from '#platform/contract.ts'
import { loadCompany, type Company } from '#content/company.ts'
import { isoTimestamp } from '#platform/clock.ts'
import { isoDay, isoInstant } from '#platform/day.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { poishaToBdt } from '#platform/money.ts'
import { parseTerms } from '#stays/policies/terms.ts'
import { findDayToClose, readLastClosedIsoDay } from '../days.ts'
import { addNote, markNote, readNotesOfDay, type Note } from '../notes.ts'
import { readTodaysSheet, type SheetRow } from '../sheet.ts'
import { resolveDoubleBooking, findDoubleBookings, findStaleCalendars, type DoubleBooking } from '../double-bookings.ts'
import type { DeskNote, DoubleBookingRow, todayContract, TodaysRow } from './contract.ts'
import { HOUR_MS } from '#platform/durations.ts'

/** Notes done within this time are still shown, so that they can be reopened. */
const DONE_SHOWN_MS = HOUR_MS

export const todayHandlers = {
  async getToday(db, ctx) {
    const toNoteView = createNoteFormatter(await loadCompany(db, ctx))
    const { day, arrivals, departures, inHouse, pastDepartures, ...counts } = await readTodaysSheet(db, ctx)
    const toLine = (row: SheetRow) => toRowView(row, ctx, toNoteView)
    const dayToClose = await findDayToClose(db, ctx)
    return {
      ...counts,
      left: pastDepartures.length,
      day: isoDay(day),
      arrivals: arrivals.map(toLine),
      departures: departures.map(toLine),
      in_house: inHouse.map(toLine),
      notes: (await readNotesOfDay(db, ctx, { day, doneSince: ctx.now - DONE_SHOWN_MS })).map(toNoteView),
      double_bookings: (await findDoubleBookings(db, day)).map((doubleBooking) =>
        toDoubleBookingView(doubleBooking, ctx),
      ),
      stale: (await findStaleCalendars(db, ctx.now)).map(({ unit, source, succeededAt }) => {
        return { unit, source, good_at: succeededAt === null ? null : isoInstant(succeededAt) }
      }),
      to_close: dayToClose === null ? null : isoDay(dayToClose),
      last_closed: await readLastClosedIsoDay(db),
    }
  },

  async addDeskNote(db, ctx, { task, show_at, due_day, due_time, ...form }) {
    await addNote(db, ctx, { ...form, isTask: task, showAt: show_at, dueDay: due_day, dueTime: due_time })
    return {}
  },

  async markDeskNote(db, ctx, { id, done }) {
    await markNote(db, ctx, { id, isDone: done })
    return {}
  },
  async resolveDoubleBooking(db, ctx, form) {
    await resolveDoubleBooking(db, ctx, form)
    return {}
  },
  async getEmergencySheet(db, ctx) {
    const sheet = await readEmergencyData(db, ctx)
    // Fonts and Bengali text shaping take 60 MB, so they are loaded only for this file.
    const { renderEmergencyPdf } = await import('./emergency-pdf.ts')
    return renderEmergencyPdf(sheet, ctx.language, ctx.now)
  },
} satisfies Handlers<typeof todayContract>

const toRowView = (
  {
    stay,
    guest,
    preferences,
    unit,
    occupiedBy,
    owedPoisha,
    customer,
    isLate,
    notes,
    needsUnit,
    unregistered,
  }: SheetRow,
  ctx: RequestContext,
  toNoteView: (note: Note) => DeskNote,
): TodaysRow => ({
  booking: stay.id,
  version: stay.version,
  code: getBookingReference(stay),
  ...pickFields(guestFieldNames, guest),
  checkin: isoDay(stay.check_in),
  checkout: isoDay(stay.check_out),
  nights: stay.check_out - stay.check_in,
  adults: stay.adults,
  children: stay.children,
  room: stay.room_id,
  room_name: getRoomName(stay, ctx.language),
  unit,
  current_guest: occupiedBy,
  owed: hasPermission(ctx.account, 'see money') ? poishaToBdt(owedPoisha) : null,
  customer: toStayCustomerView(customer),
  late: isLate,
  preferences,
  arrival: formatArrivalTime(guest.arrival_time, translatorFor(ctx.language)),
  bed: getBedName(stay, ctx.language),
  package: getPackageName(stay, ctx.language),
  notes: notes.map(toNoteView),
  needs_unit: needsUnit && { room: needsUnit.roomId, from: isoDay(needsUnit.from), to: isoDay(needsUnit.to) },
  unregistered,
  fee: hasPermission(ctx.account, 'see money') ? poishaToBdt(parseTerms(stay.terms).noShowPoisha) : null,
})

/** Creates a function that converts notes to the API format, in the time zone of the property. */
export const createNoteFormatter =
  ({ timeZone }: Pick<Company, 'timeZone'>) =>
  (note: Note): DeskNote => {
    const [day, time] =
      note.due_at === null ? [null, null] : isoTimestamp(timeZone, note.due_at).slice(0, 16).split('T')
    return {
      id: note.id,
      text: note.text,
      task: note.is_task === 1,
      code: note.code,
      guest: note.guest,
      unit: note.unit,
      show_at: note.show_at,
      due_day: day ?? null,
      due_time: time === undefined || time === '00:00' ? null : time,
      written_at: isoInstant(note.written_at),
      by: note.authorName,
      done: note.done_at !== null,
    }
  }

export const toDoubleBookingView = (
  { nights, from, to, conflictSince, stays, ...row }: DoubleBooking,
  { language }: Pick<RequestContext, 'language'>,
): DoubleBookingRow => ({
  ...row,
  from: isoDay(from),
  to: isoDay(to),
  nights: formatNights(language, nights),
  since: isoInstant(conflictSince),
  stays: stays.map(({ code, name, checkIn, checkOut, hasUnit }) => {
    return { code, name, checkin: isoDay(checkIn), checkout: isoDay(checkOut), has_unit: hasUnit }
  }),
})
