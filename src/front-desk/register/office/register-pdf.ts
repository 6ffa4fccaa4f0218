import { companyOf, inTheirLanguage } from '#content/company.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay } from '#platform/day.ts'
import { pdfSheet, QUIET, TEAL } from '#platform/files/pdf-sheet.ts'
import { translatorFor } from '#locales/both.ts'
import { isOwn, type ColumnName } from '#content/register-asking.ts'
import { askedOrKept } from '../asked.ts'
import { columnTitle } from './column-title.ts'
import { countryName } from './country-name.ts'
import { personsIn, takeAlong } from './register-file.ts'
import type { Person, RegisterRoom } from '../reading.ts'

/** The register of a day on paper, for whoever comes to see it: a line for each person, with all that was asked. */
export async function registerPdf(db: Database, ctx: RequestContext, day: number): Promise<Uint8Array<ArrayBuffer>> {
  const { language } = ctx
  const words = translatorFor(language)
  const { t } = words
  const company = await companyOf(db, ctx)
  const { houseName, address } = company
  const house = inTheirLanguage(houseName, language)
  const lines = await takeAlong(db, ctx, day)
  const title = `${t('guests.title')}, ${words.day(isoDay(day))}`
  const paper = await pdfSheet(language, title, house, { isWide: true })
  paper.say('H1', title, { face: 'heading', size: 15, colour: TEAL })
  const made = `${t('emergency.made')}: ${words.moment(new Date(ctx.now))}`
  paper.say('P', [house, inTheirLanguage(address, language), made].join(' · '), { size: 8, colour: QUIET, after: 6 })
  if (lines.length === 0) paper.say('P', t('guests.none'))
  else {
    const asked = askedOrKept(company, language, personsIn(lines))
    const columns = columnsFor(ctx, asked)
    paper.table(
      columns,
      lines.map(([room, person]) => columns.map(({ of }) => of(room, person))),
      7,
    )
  }
  return paper.bytes()
}

/** What belongs together stands together; what is asked of nobody takes no room. */
function columnsFor({ language }: RequestContext, asked: ReturnType<typeof askedOrKept>) {
  const own = asked.filter(({ name }) => isOwn(name))
  const ifAsked = <Column>(names: readonly ColumnName[], column: Column): Column[] =>
    asked.some(({ name }) => names.includes(name)) ? [column] : []
  const { t, day, clock, digits } = translatorFor(language)
  const long = (iso: string) => (iso === '' ? '' : day(iso))
  const when = (iso: string, at: number | null) =>
    at === null ? long(iso) : `${long(clock(at)[0])}, ${digits(clock(at)[1])}`
  const joined = (...parts: (string | false | undefined)[]) => parts.filter(Boolean).join(', ')
  /** Of somebody who is registered; else nothing. */
  const of = (say: (person: Person) => string) => (_: RegisterRoom, person: Person | null) =>
    person ? say(person) : ''
  const until = (label: 'guests.passport_expires' | 'guests.visa_expires', iso: string) =>
    iso !== '' && `${t(label)}: ${long(iso)}`
  return [
    { head: t('guests.unit'), share: 5, of: ({ unit }: RegisterRoom) => unit ?? '' },
    {
      head: t('guests.name'),
      share: 14,
      of: of(({ name, sex, born }) => joined(name, sex !== '' && t(`guests.sex_${sex as 'female'}`), long(born))),
    },
    {
      head: t('guests.nationality'),
      share: 9,
      of: of(({ nationality }) => countryName(nationality, language)),
    },
    ...ifAsked(['id_kind', 'id_number', 'passport_place', 'passport_issued', 'passport_expires'], {
      head: t('guests.id_number'),
      share: 16,
      of: of((person) =>
        joined(
          person.id_kind !== '' && t(`guests.paper_${person.id_kind as 'passport'}`),
          person.id_number,
          person.passport_place,
          long(person.passport_issued),
          until('guests.passport_expires', person.passport_expires),
        ),
      ),
    }),
    ...ifAsked(['visa_number', 'visa_kind', 'visa_expires'], {
      head: t('guests.visa_number'),
      share: 13,
      of: of((person) =>
        joined(person.visa_number, person.visa_kind, until('guests.visa_expires', person.visa_expires)),
      ),
    }),
    ...ifAsked(['entered', 'entry_port'], {
      head: t('guests.entered'),
      share: 10,
      of: of(({ entered, entry_port }) => joined(long(entered), entry_port)),
    }),
    ...ifAsked(['coming_from', 'going_to'], {
      head: `${t('guests.coming_from')} / ${t('guests.going_to')}`,
      share: 11,
      of: of(({ coming_from, going_to }) => [coming_from, going_to].filter(Boolean).join(' / ')),
    }),
    ...ifAsked(['purpose', 'host_company'], {
      head: t('guests.purpose'),
      share: 11,
      of: of(({ purpose, host_company }) => joined(purpose, host_company)),
    }),
    ...ifAsked(['home_address'], {
      head: t('guests.home_address'),
      share: 12,
      of: of(({ home_address }) => home_address),
    }),
    ...own.map((column) => ({ head: columnTitle(column, t), share: 8, of: of((person) => person[column.name]) })),
    {
      head: t('guests.arrival'),
      share: 9,
      of: ({ booking }: RegisterRoom) => when(isoDay(booking.check_in), booking.arrived_at),
    },
    {
      head: t('guests.departure'),
      share: 9,
      of: ({ booking }: RegisterRoom) => when(isoDay(booking.check_out), booking.left_at),
    },
  ]
}
