import { companyOf } from '../../content/company.ts'
import type { Asker } from '../../platform/contract.ts'
import { isoMoment } from '../../platform/clock.ts'
import { inTransaction, type Database } from '../../platform/database/database.ts'
import { isoDay } from '../../platform/day.ts'
import { CSV_BEGINS, csvLine } from '../../platform/files/csv.ts'
import { recordChange } from '../../platform/work/audit.ts'
import { wordsIn } from '../../words/both.ts'
import { countryName } from './country-name.ts'
import { registerColumns } from '../register-columns.ts'
import { registerOfDay, type Person, type RegisterRoom } from '../register-reading.ts'

type Line = readonly [room: RegisterRoom, person: Person | null]

/** The register of a day to take along, which the log is told: a line for each person, and one for a room of which nobody is registered. */
export async function takeAlong(db: Database, asker: Asker, day: number): Promise<Line[]> {
  const rooms = await inTransaction(db, async (transaction) => {
    await recordChange(transaction, asker, 'register taken along', 'register list', { after: { day: isoDay(day) } })
    return registerOfDay(transaction, day, asker.language, { withAwaited: false })
  })
  return rooms.flatMap((room) =>
    (room.persons.length > 0 ? room.persons : [null]).map((person) => [room, person] as const),
  )
}

/** The register of a day as a table, for programs. */
export async function* registerFile(db: Database, asker: Asker, day: number): AsyncGenerator<string> {
  const { timeZone } = await companyOf(db, asker)
  const { t } = wordsIn(asker.language)
  const columns = columnsFor(asker.language, timeZone)
  const lines = await takeAlong(db, asker, day)
  yield CSV_BEGINS + csvLine(columns.map(([key]) => t(key)))
  yield lines.map(([room, person]) => csvLine(columns.map(([, of]) => of(room, person)))).join('')
}

type Words = ReturnType<typeof wordsIn>
type Column = readonly [heading: Parameters<Words['t']>[0], of: (room: RegisterRoom, person: Person | null) => string]

function columnsFor(language: Asker['language'], timeZone: string): Column[] {
  const { t } = wordsIn(language)
  const moment = (at: number | null) => (at === null ? '' : isoMoment(timeZone, at).slice(0, 16).replace('T', ' '))
  return [
    ['guests.unit', ({ unit }) => unit ?? ''],
    ['guests.reference', ({ booking }) => booking.stay_code ?? booking.code],
    ['guests.name', (_, person) => person?.name ?? ''],
    ['guests.nationality', (_, person) => (person ? countryName(person.nationality, language) : '')],
    ...registerColumns.map(({ name, kind }): Column => {
      const said = (kept: string) => {
        if (kept === '') return ''
        if (kind === 'sex') return t(`guests.sex_${kept as 'female'}`)
        return kind === 'paper' ? t(`guests.paper_${kept as 'passport'}`) : kept
      }
      return [`guests.${name}`, (_, person) => said(person?.[name] ?? '')]
    }),
    ['guests.arrival', ({ booking }) => isoDay(booking.check_in)],
    ['guests.arrived', ({ booking }) => moment(booking.arrived_at)],
    ['guests.departure', ({ booking }) => isoDay(booking.check_out)],
    ['guests.left', ({ booking }) => moment(booking.left_at)],
  ]
}
