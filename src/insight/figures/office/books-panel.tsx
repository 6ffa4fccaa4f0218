import { useState } from 'react'
import { navigate, useApi, usePlace, useWords } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { queryString } from '#routes/public.ts'
import { officePages } from '#routes/office.ts'
import { datesInShort } from '#locales/dates.ts'
import { amountSaid } from './amounts.ts'
import { BarChart, scaleFor } from './bar-chart.tsx'
import { byInChart, byInTable, cents, inGroups } from './buckets.ts'
import type { Books, FiguresApi } from './contract.ts'
import { daysIn, type AskedDays } from './days-form.tsx'
import { Download } from './download.tsx'
import styles from './figures-page.module.css'
import { barName, rowName } from './nights-panels.tsx'
import { Panel, Table } from './parts.tsx'

interface AskedBooks extends AskedDays {
  since?: string
  upto?: string
}

/** The two days as they stand in the address, where they are in their order. */
export function booksIn(query: URLSearchParams): AskedBooks {
  const day = (name: string) => (/^\d{4}-\d\d-\d\d$/.test(query.get(name) ?? '') ? query.get(name)! : undefined)
  const [since, upto] = [day('since'), day('upto')]
  const isOrdered = since === undefined || upto === undefined || since < upto
  return { ...daysIn(query), ...(isOrdered && since && { since }), ...(isOrdered && upto && { upto }) }
}

type Thrice = Books['all']

/** What is on the books for the nights to come, what came since an earlier day, and how that is beside other nights. */
export function BooksPanel({ books }: { books: Books }) {
  const translator = useWords()
  const { t, number, day } = translator
  const { query } = usePlace()
  const { upto, since, before, taken, missed, nights } = books
  const [inChart, inTable] = [byInChart(nights.length), byInTable(nights.length)]
  const none = t('figures.none')
  const hasMoney = nights.some((night) => night.upto?.net != null || night.before?.net != null)
  const rooms = (booked: Thrice['upto']) => (booked ? number(booked.rooms) : none)
  const net = (booked: Thrice['upto']) => (booked ? amountSaid(translator, booked.net!) : none)
  const signed = (difference: number, said: string) => (difference > 0 ? `+${said}` : said)
  const came = ({ upto: later, since: earlier }: Thrice) =>
    later && earlier ? signed(later.rooms - earlier.rooms, number(later.rooms - earlier.rooms)) : none
  const cameNet = ({ upto: later, since: earlier }: Thrice) => {
    if (!later || !earlier) return none
    const difference = cents(later.net! - earlier.net!)
    return signed(difference, amountSaid(translator, difference))
  }
  const columns = [
    { name: t('figures.books_rooms'), of: (row: Thrice) => rooms(row.upto) },
    ...(hasMoney ? [{ name: t('figures.net'), of: (row: Thrice) => net(row.upto) }] : []),
    { name: t('figures.came'), of: came },
    ...(hasMoney ? [{ name: t('figures.came_net'), of: cameNet }] : []),
    ...(before
      ? [
          { name: t('figures.books_before'), of: (row: Thrice) => rooms(row.before) },
          ...(hasMoney ? [{ name: t('figures.books_before_net'), of: (row: Thrice) => net(row.before) }] : []),
        ]
      : []),
  ]
  const bars = inGroups(nights, inChart).map(grouped)
  const scale = scaleFor(bars.flatMap((bar) => [bar.upto?.rooms, bar.before?.rooms]))
  const title = t('figures.books')
  const notTaken = [
    ...(taken.upto ? [] : [upto]),
    ...(taken.since ? [] : [since]),
    ...(before && !taken.before ? [before] : []),
  ]
  return (
    <Panel
      title={title}
      note={t('figures.books_note', { day: upto })}
      about={t('figures.about_books')}
      tools={<Download name="on-the-books" of={title} fetchFile={(api) => api.getBooksFile(booksIn(query))} />}
    >
      <div className={styles.books}>
        <BooksForm asked={booksIn(query)} books={books} />
        {notTaken.length > 0 && <p>{t('figures.not_taken', { days: notTaken.map((each) => day(each)).join(', ') })}</p>}
        {missed.length > 0 && (
          <p className={styles.compared}>
            {t('figures.missed', {
              days: missed
                .map(({ from, until }) =>
                  from === until ? day(from, 'short') : datesInShort(translator, from, until, books.today.slice(0, 4)),
                )
                .join(', '),
            })}
          </p>
        )}
        {nights.length > 0 && (taken.upto || taken.before) && (
          <>
            <div className={styles.beside}>
              <BarChart
                label={title}
                bars={bars.map((bar) => ({
                  name: barName(bar, inChart, translator),
                  value: bar.upto?.rooms ?? null,
                  when: 'books',
                  before: bar.before?.rooms ?? null,
                }))}
                rows={books.rooms.length * 2}
                {...scale}
                say={number}
              />
              <Table
                caption={t('figures.books_by_room')}
                named={t('figures.room')}
                rows={books.rooms}
                nameOf={({ name }) => name}
                columns={columns}
              />
            </div>
            <Table
              caption={title}
              named={t('figures.nights')}
              rows={inGroups(nights, inTable).map(grouped)}
              nameOf={(row) => rowName(row, inTable, books.today, translator)}
              columns={columns}
              sum={{ from: nights[0]!.night, until: nights.at(-1)!.night, ...books.all }}
            />
          </>
        )}
      </div>
    </Panel>
  )
}

/** Nights that are told together. Of a day that was not taken there is nothing in any of them. */
function grouped(nights: readonly Books['nights'][number][]): Thrice & { from: string; until: string } {
  const sum = (which: keyof Thrice): Thrice['upto'] => {
    const booked = nights.flatMap((night) => night[which] ?? [])
    if (booked.length < nights.length) return null
    const amount = (of: 'net' | 'vat') =>
      booked.some((each) => each[of] === null) ? null : cents(booked.reduce((all, each) => all + each[of]!, 0))
    return { rooms: booked.reduce((all, each) => all + each.rooms, 0), net: amount('net'), vat: amount('vat') }
  }
  return {
    from: nights[0]!.night,
    until: nights.at(-1)!.night,
    upto: sum('upto'),
    since: sum('since'),
    before: sum('before'),
  }
}

/** Between which two days it is told what came. */
function BooksForm({ asked, books }: { asked: AskedBooks; books: Books }) {
  const { t } = useWords()
  const { language } = usePlace()
  const api = useApi<FiguresApi>()
  const [days, setDays] = useState({ since: books.since, upto: books.upto })
  const { form, busy, failure, error } = useForm(
    async () => {
      const { since, upto } = days
      const sent = { ...asked, ...(since && { since }), ...(upto && { upto }) }
      await api.getBooks(sent)
      navigate(officePages.figures + queryString({ ...sent }), language)
    },
    { again: true },
  )
  const dateField = (name: 'since' | 'upto') => (
    <TextField
      label={t(`figures.${name}`)}
      name={name}
      type="date"
      value={days[name]}
      error={error(name)}
      onChange={({ currentTarget: { value } }) => setDays({ ...days, [name]: value })}
    />
  )
  return (
    <form {...form} className={styles.days}>
      {dateField('since')}
      {dateField('upto')}
      <Button type="submit" look="secondary" busy={busy}>
        {t('figures.show_books')}
      </Button>
      {failure && <Failure>{failure}</Failure>}
    </form>
  )
}
