import { getBookingReference } from '#stays/bookings/store.ts'
import { loadCompany, type Company } from '#content/company.ts'
import type { RequestContext } from '#platform/contract.ts'
import { isoTimestamp } from '#platform/clock.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { isoDay } from '#platform/day.ts'
import { CSV_BOM, formatCsvLine } from '#platform/files/csv.ts'
import { recordChange } from '#platform/audit.ts'
import { translatorFor } from '#locales/both.ts'
import type { Language } from '#routes/public.ts'
import { formatCountryName } from './country-name.ts'
import { listPrintedColumns } from '../requested-columns.ts'
import { formatColumnTitle } from './column-title.ts'
import { loadRegisterOfDay, type Person, type RegisterRoom } from '../queries.ts'

type RegisterLine = readonly [room: RegisterRoom, person: Person | null]

/**
 * Exports the register of a day and logs the export. Returns one line per person, and one line for a room without
 * registered persons.
 */
export async function exportRegister(db: Database, ctx: RequestContext, day: number): Promise<RegisterLine[]> {
  const rooms = await inTransaction(db, async (transaction) => {
    await recordChange(transaction, ctx, 'register exported', 'register list', { after: { day: isoDay(day) } })
    return loadRegisterOfDay(transaction, ctx, day, { includesExpected: false })
  })
  return rooms.flatMap((room) =>
    (room.persons.length > 0 ? room.persons : [null]).map((person) => [room, person] as const),
  )
}

/** Yields the register of a day as CSV. */
export async function* streamRegisterFile(db: Database, ctx: RequestContext, day: number): AsyncGenerator<string> {
  const company = await loadCompany(db, ctx)
  const lines = await exportRegister(db, ctx, day)
  const columns = listColumnsFor(company, ctx.language, listRegisteredPersons(lines))
  yield CSV_BOM + formatCsvLine(columns.map(([heading]) => heading))
  yield lines.map(([room, person]) => formatCsvLine(columns.map(([, getValue]) => getValue(room, person)))).join('')
}

type Column = readonly [heading: string, of: (room: RegisterRoom, person: Person | null) => string]

export const listRegisteredPersons = (lines: readonly RegisterLine[]) => lines.flatMap(([, person]) => person ?? [])

function listColumnsFor(company: Company, language: Language, persons: readonly Person[]): Column[] {
  const { t } = translatorFor(language)
  const formatTime = (timestamp: number | null) =>
    timestamp === null ? '' : isoTimestamp(company.timeZone, timestamp).slice(0, 16).replace('T', ' ')
  return [
    [t('guests.unit'), ({ unit }) => unit ?? ''],
    [t('guests.reference'), ({ booking }) => getBookingReference(booking)],
    [t('guests.name'), (_, person) => person?.name ?? ''],
    [t('guests.nationality'), (_, person) => (person ? formatCountryName(person.nationality, language) : '')],
    ...listPrintedColumns(company, language, persons).map(({ name, kind, title }): Column => {
      const formatValue = (storedValue: string) => {
        if (storedValue === '') return ''
        if (kind === 'sex') return t(`guests.sex_${storedValue as 'female'}`)
        return kind === 'paper' ? t(`guests.id_type_${storedValue as 'passport'}`) : storedValue
      }
      return [formatColumnTitle({ name, title }, t), (_, person) => formatValue(person?.[name] ?? '')]
    }),
    [t('guests.arrival'), ({ booking }) => isoDay(booking.check_in)],
    [t('guests.arrived'), ({ booking }) => formatTime(booking.arrived_at)],
    [t('guests.departure'), ({ booking }) => isoDay(booking.check_out)],
    [t('guests.left'), ({ booking }) => formatTime(booking.left_at)],
  ]
}
