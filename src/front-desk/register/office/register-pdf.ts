import { loadCompany, pickTranslation } from '#content/company.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay } from '#platform/day.ts'
import { createPdf, MUTED_COLOUR, TEAL } from '#platform/files/pdf.ts'
import { translatorFor } from '#locales/both.ts'
import { isCustomColumn, type ColumnName } from '#content/register-columns.ts'
import { listPrintedColumns } from '../requested-columns.ts'
import { formatColumnTitle } from './column-title.ts'
import { formatCountryName } from './country-name.ts'
import { listRegisteredPersons, exportRegister } from './register-file.ts'
import type { Person, RegisterRoom } from '../queries.ts'

/** Returns the register of a day as a PDF for inspectors, with one line per person. */
export async function renderRegisterPdf(
  db: Database,
  ctx: RequestContext,
  day: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const { language } = ctx
  const translator = translatorFor(language)
  const { t } = translator
  const company = await loadCompany(db, ctx)
  const { houseName: propertyNames, address } = company
  const propertyName = pickTranslation(propertyNames, language)
  const lines = await exportRegister(db, ctx, day)
  const title = `${t('guests.title')}, ${translator.day(isoDay(day))}`
  const pdf = await createPdf(language, title, propertyName, { isWide: true })
  pdf.write('H1', title, { font: 'heading', size: 15, colour: TEAL })
  const createdText = `${t('emergency.made')}: ${translator.moment(new Date(ctx.now))}`
  pdf.write('P', [propertyName, pickTranslation(address, language), createdText].join(' · '), {
    size: 8,
    colour: MUTED_COLOUR,
    after: 6,
  })
  if (lines.length === 0) pdf.write('P', t('guests.none'))
  else {
    const printedColumns = listPrintedColumns(company, language, listRegisteredPersons(lines))
    const columns = listColumnsFor(ctx, printedColumns)
    pdf.table(
      columns,
      lines.map(([room, person]) => columns.map(({ render }) => render(room, person))),
      7,
    )
  }
  return pdf.bytes()
}

/** Groups related fields into one column and leaves out columns that are not requested. */
function listColumnsFor({ language }: RequestContext, printedColumns: ReturnType<typeof listPrintedColumns>) {
  const customColumns = printedColumns.filter(({ name }) => isCustomColumn(name))
  const includeIfRequested = <Column>(names: readonly ColumnName[], column: Column): Column[] =>
    printedColumns.some(({ name }) => names.includes(name)) ? [column] : []
  const { t, day, clock, digits } = translatorFor(language)
  const formatLongDate = (iso: string) => (iso === '' ? '' : day(iso))
  const formatWhen = (iso: string, at: number | null) =>
    at === null ? formatLongDate(iso) : `${formatLongDate(clock(at)[0])}, ${digits(clock(at)[1])}`
  const joinParts = (...parts: (string | false | undefined)[]) => parts.filter(Boolean).join(', ')
  /** Returns a cell that is empty for a room without registered persons. */
  const renderIfRegistered = (render: (person: Person) => string) => (_: RegisterRoom, person: Person | null) =>
    person ? render(person) : ''
  const formatExpiry = (label: 'guests.passport_expires' | 'guests.visa_expires', iso: string) =>
    iso !== '' && `${t(label)}: ${formatLongDate(iso)}`
  return [
    { head: t('guests.unit'), share: 5, render: ({ unit }: RegisterRoom) => unit ?? '' },
    {
      head: t('guests.name'),
      share: 14,
      render: renderIfRegistered(({ name, sex, born }) =>
        joinParts(name, sex !== '' && t(`guests.sex_${sex as 'female'}`), formatLongDate(born)),
      ),
    },
    {
      head: t('guests.nationality'),
      share: 9,
      render: renderIfRegistered(({ nationality }) => formatCountryName(nationality, language)),
    },
    ...includeIfRequested(['id_kind', 'id_number', 'passport_place', 'passport_issued', 'passport_expires'], {
      head: t('guests.id_number'),
      share: 16,
      render: renderIfRegistered((person) =>
        joinParts(
          person.id_kind !== '' && t(`guests.id_type_${person.id_kind as 'passport'}`),
          person.id_number,
          person.passport_place,
          formatLongDate(person.passport_issued),
          formatExpiry('guests.passport_expires', person.passport_expires),
        ),
      ),
    }),
    ...includeIfRequested(['visa_number', 'visa_kind', 'visa_expires'], {
      head: t('guests.visa_number'),
      share: 13,
      render: renderIfRegistered((person) =>
        joinParts(person.visa_number, person.visa_kind, formatExpiry('guests.visa_expires', person.visa_expires)),
      ),
    }),
    ...includeIfRequested(['entered', 'entry_port'], {
      head: t('guests.entered'),
      share: 10,
      render: renderIfRegistered(({ entered: enteredOn, entry_port }) =>
        joinParts(formatLongDate(enteredOn), entry_port),
      ),
    }),
    ...includeIfRequested(['coming_from', 'going_to'], {
      head: `${t('guests.coming_from')} / ${t('guests.going_to')}`,
      share: 11,
      render: renderIfRegistered(({ coming_from, going_to }) => [coming_from, going_to].filter(Boolean).join(' / ')),
    }),
    ...includeIfRequested(['purpose', 'host_company'], {
      head: t('guests.purpose'),
      share: 11,
      render: renderIfRegistered(({ purpose, host_company }) => joinParts(purpose, host_company)),
    }),
    ...includeIfRequested(['home_address'], {
      head: t('guests.home_address'),
      share: 12,
      render: renderIfRegistered(({ home_address }) => home_address),
    }),
    ...customColumns.map((column) => ({
      head: formatColumnTitle(column, t),
      share: 8,
      render: renderIfRegistered((person) => person[column.name]),
    })),
    {
      head: t('guests.arrival'),
      share: 9,
      render: ({ booking }: RegisterRoom) => formatWhen(isoDay(booking.check_in), booking.arrived_at),
    },
    {
      head: t('guests.departure'),
      share: 9,
      render: ({ booking }: RegisterRoom) => formatWhen(isoDay(booking.check_out), booking.left_at),
    },
  ]
}
