import { usePlace, useWords, type Page } from '#platform/pages/page.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ListHead } from '#ui/office/list.tsx'
import { officePages } from '#routes/office.ts'
import { dates } from '#locales/dates.ts'
import { sheetNames } from '../parts.ts'
import { ratiosOf } from '../ratios.ts'
import { BooksPanel, booksIn } from './books-panel.tsx'
import { percentOf } from './buckets.ts'
import type { Books, Figures, FiguresApi, House } from './contract.ts'
import { daysIn, DaysForm } from './days-form.tsx'
import styles from './figures-page.module.css'
import { NightsPanels } from './nights-panels.tsx'
import { WhatCounts } from './parts.tsx'
import { SheetPanel } from './sheet-panel.tsx'
import { sheetOf } from './sheets.ts'

/** How the house does: the days that the address names, beside others. */
export const figuresPage: Page<FiguresApi, Shown> = {
  async load({ api, place }) {
    const [data, books] = await Promise.all([api.getFigures(daysIn(place.query)), api.getBooks(booksIn(place.query))])
    return { data, books }
  },
  head: (_, { t }) => ({ title: t('figures.title'), hidden: true }),
  View: FiguresView,
}

interface Shown {
  data: Figures
  books: Books
}

function FiguresView({ data: { data, books } }: { data: Shown }) {
  const translator = useWords()
  const { t } = translator
  const { query } = usePlace()
  const { now, before } = data
  return (
    <div className={styles.page}>
      <ListHead title={t('figures.title')} said={dates(translator, now.from, now.until)}>
        <ButtonLink look="secondary" to={officePages.visits}>
          {t('visits.title')}
        </ButtonLink>
        <Button look="secondary" onClick={() => print()}>
          {t('figures.print')}
        </Button>
      </ListHead>
      <DaysForm key={String(query)} asked={daysIn(query)} />
      {before && (
        <p className={styles.compared}>
          {t('figures.compared', { days: dates(translator, before.from, before.until) })}
        </p>
      )}
      <KeyFigures data={data} />
      {now.all.sold === 0 && <p className={styles.compared}>{t('figures.empty')}</p>}
      {now.all.net === null && <p className={styles.compared}>{t('figures.no_money')}</p>}
      <NightsPanels data={data} />
      {now.until >= data.today && <BooksPanel key={`books ${query}`} books={books} />}
      {sheetNames.slice(1).map((name) => (
        <SheetPanel
          key={name}
          sheet={sheetOf(name, data, translator)}
          days={now}
          file={{ name: `figures-${name}`, fetchFile: (api) => api.getFiguresFile({ ...daysIn(query), sheet: name }) }}
        />
      ))}
    </div>
  )
}

/** Those that one asks for first. */
function KeyFigures({ data: { now, before } }: { data: Figures }) {
  const { t, count, number, money } = useWords()
  const none = t('figures.none')
  const percent = (share: number | null) => (share === null ? none : t('figures.percent', { value: percentOf(share)! }))
  const whole = (bdt: number | null) => (bdt === null ? none : money(Math.round(bdt)))
  const { occupancyOpen } = ratiosOf(now.all)
  const figure = (name: 'occupancy' | 'average_rate' | 'per_unit' | 'revenue' | 'nights_sold' | 'nights_waiting') => {
    const value = (house: House) => {
      const { occupancy, averageRate, perUnit } = ratiosOf(house.all)
      switch (name) {
        case 'occupancy':
          return percent(occupancy)
        case 'average_rate':
          return whole(averageRate)
        case 'per_unit':
          return whole(perUnit)
        case 'revenue':
          return money(house.all.net!)
        case 'nights_sold':
          return number(house.all.sold)
        case 'nights_waiting':
          return number(house.all.waiting)
      }
    }
    return { name, value: value(now), before: before && value(before) }
  }
  const smallOf = (name: ReturnType<typeof figure>['name']) => {
    if (name === 'nights_sold') return t('figures.nights_sold_of', { free: now.all.sold - now.all.paid })
    if (name !== 'occupancy') return t(`figures.${name}_of`)
    if (now.all.closed === 0) return count('figures.occupancy_of', now.all.units)
    return t('figures.occupancy_open', { value: occupancyOpen === null ? none : percentOf(occupancyOpen)! })
  }
  const figures = [
    figure('occupancy'),
    figure('nights_sold'),
    ...(now.all.net === null ? [] : [figure('average_rate'), figure('per_unit'), figure('revenue')]),
    figure('nights_waiting'),
  ]
  return (
    <dl className={styles.keys}>
      {figures.map(({ name, value, before: other }) => (
        <div key={name}>
          <dt>{t(`figures.${name}`)}</dt>
          <dd>
            <strong>{value}</strong>
            <span>{smallOf(name)}</span>
            {other !== null && name !== 'nights_waiting' && <span>{t('figures.before', { value: other })}</span>}
            <WhatCounts name={t(`figures.${name}`)}>{t(`figures.about_${name}`)}</WhatCounts>
          </dd>
        </div>
      ))}
    </dl>
  )
}
