import { createPdf, MUTED_COLOUR, TEAL } from '#platform/files/pdf.ts'
import { poishaToBdt } from '#platform/money.ts'
import type { Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import type { EmergencyData } from '../emergency.ts'

/** The emergency sheet, on one page if all guests fit. An empty list is marked as empty. */
export async function renderEmergencyPdf(
  data: EmergencyData,
  language: Language,
  createdAt: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const translator = translatorFor(language)
  const { t, day, number, money } = translator
  const pdf = await createPdf(language, t('emergency.title'), data.companyName)
  const formatShortDay = (iso: string) => day(iso, 'short')
  const formatTime = (at: number | null) => (at === null ? '' : t('emergency.at', { time: translator.clock(at)[1] }))
  type Guest = EmergencyData['inHouse'][number]
  const columns = [
    { head: t('emergency.room'), share: 12, textOf: ({ room }: Guest) => room },
    { head: t('emergency.guest'), share: 24, textOf: ({ name }: Guest) => name },
    { head: t('emergency.persons'), share: 8, textOf: ({ persons }: Guest) => number(persons) },
    { head: t('emergency.phone'), share: 18, textOf: ({ phone }: Guest) => phone },
    ...(data.hasMoney
      ? [
          {
            head: t('emergency.owed'),
            share: 14,
            textOf: ({ owedPoisha }: Guest) => (owedPoisha ? money(poishaToBdt(owedPoisha)) : ''),
          },
        ]
      : []),
  ]
  const addSection = <Row>(
    heading: string,
    tableColumns: readonly { head: string; share: number; textOf: (row: Row) => string }[],
    rows: readonly Row[],
  ) => {
    pdf.write('H2', heading, { font: 'strong', size: 10.5, colour: TEAL, before: 7, after: 2 })
    if (rows.length === 0) return pdf.write('P', t('emergency.none'), { size: 8.5, colour: MUTED_COLOUR })
    pdf.table(
      tableColumns,
      rows.map((row) => tableColumns.map(({ textOf }) => textOf(row))),
    )
  }

  pdf.write('H1', t('emergency.title'), { font: 'heading', size: 15, colour: TEAL })
  pdf.write(
    'P',
    [
      data.companyName,
      day(data.day, 'weekday'),
      `${t('emergency.made')}: ${translator.moment(new Date(createdAt))}`,
    ].join(' · '),
    {
      size: 8.5,
      colour: MUTED_COLOUR,
    },
  )
  addSection(
    t('emergency.in_house', { count: data.inHouse.reduce((sum, { persons }) => sum + persons, 0) }),
    [...columns, { head: t('emergency.until'), share: 16, textOf: ({ to }: Guest) => formatShortDay(to) }],
    data.inHouse,
  )
  addSection(
    t('emergency.arrivals'),
    [
      ...columns,
      {
        head: t('emergency.nights'),
        share: 16,
        textOf: ({ from, to }: Guest) => `${formatShortDay(from)} – ${formatShortDay(to)}`,
      },
    ],
    data.arrivals,
  )
  addSection(
    t('emergency.departures'),
    [
      ...columns,
      {
        head: t('emergency.left'),
        share: 16,
        textOf: ({ leftAt }: Guest) => (leftAt === null ? t('emergency.still_here') : formatTime(leftAt)),
      },
    ],
    data.departures,
  )
  addSection(
    t('emergency.closed'),
    [
      { head: t('emergency.room'), share: 10, textOf: ({ unit }) => unit },
      { head: t('emergency.until'), share: 14, textOf: ({ until }) => (until === null ? '' : formatShortDay(until)) },
      { head: t('emergency.reason'), share: 50, textOf: ({ reason }) => reason },
    ],
    data.closed,
  )
  addSection(
    t('emergency.staff'),
    [
      { head: t('emergency.name'), share: 30, textOf: ({ name }) => name },
      { head: t('emergency.phone'), share: 30, textOf: ({ phone }) => phone },
    ],
    data.staff,
  )
  return pdf.bytes()
}
