import { usePlace, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ListHead } from '#ui/office/list.tsx'
import { officePages } from '#routes/office.ts'
import { formatDateList } from '#locales/dates.ts'
import { sheetNames } from '../sheet-names.ts'
import { calculateRatios } from '../ratios.ts'
import { BooksPanel, readBooksSelection } from './books-panel.tsx'
import { toPercent } from './buckets.ts'
import type { Books, Figures, FiguresApi, PropertyFiguresView } from './contract.ts'
import { readDaySelection, DaysForm } from './days-form.tsx'
import styles from './figures-page.module.css'
import { NightsPanels } from './nights-panels.tsx'
import { Definition } from './panel.tsx'
import { SheetPanel } from './sheet-panel.tsx'
import { buildSheet } from './sheets.ts'

/** The page with the figures of the period in the URL, compared with another period. */
export const figuresPage: Page<FiguresApi, PageData> = {
  async load({ api, place }) {
    const [data, books] = await Promise.all([
      api.getFigures(readDaySelection(place.query)),
      api.getOnTheBooks(readBooksSelection(place.query)),
    ])
    return { data, books }
  },
  head: (_, { t }) => ({ title: t('figures.title'), hidden: true }),
  View: FiguresView,
}

interface PageData {
  data: Figures
  books: Books
}

function FiguresView({ data: { data, books } }: { data: PageData }) {
  const translator = useTranslator()
  const { t } = translator
  const { query } = usePlace()
  const { now, before } = data
  return (
    <div className={styles.page}>
      <ListHead title={t('figures.title')} subtitle={formatDateList(translator, now.from, now.until)}>
        <ButtonLink look="secondary" to={officePages.visits}>
          {t('visits.title')}
        </ButtonLink>
        <Button look="secondary" onClick={() => print()}>
          {t('figures.print')}
        </Button>
      </ListHead>
      <DaysForm key={String(query)} selection={readDaySelection(query)} />
      {before && (
        <p className="quiet">
          {t('figures.compared', { days: formatDateList(translator, before.from, before.until) })}
        </p>
      )}
      <KeyFigures data={data} />
      {now.all.sold === 0 && <p className="quiet">{t('figures.empty')}</p>}
      {now.all.net === null && <p className="quiet">{t('figures.no_money')}</p>}
      <NightsPanels data={data} />
      {now.until >= data.today && <BooksPanel key={`books ${query}`} books={books} />}
      {sheetNames.slice(1).map((name) => (
        <SheetPanel
          key={name}
          sheet={buildSheet(name, data, translator)}
          days={now}
          file={{
            name: `figures-${name}`,
            fetchFile: (api) => api.getFiguresFile({ ...readDaySelection(query), sheet: name }),
          }}
        />
      ))}
    </div>
  )
}

/** The most important figures. */
function KeyFigures({ data: { now, before } }: { data: Figures }) {
  const { t, count, number, money } = useTranslator()
  const noValue = t('figures.none')
  const formatPercent = (share: number | null) =>
    share === null ? noValue : t('figures.percent', { value: toPercent(share)! })
  const formatRounded = (bdt: number | null) => (bdt === null ? noValue : money(Math.round(bdt)))
  const { occupancyOpen } = calculateRatios(now.all)
  const toFigure = (name: 'occupancy' | 'average_rate' | 'per_unit' | 'revenue' | 'nights_sold' | 'nights_waiting') => {
    const value = (property: PropertyFiguresView) => {
      const { occupancy, averageRate, perUnit } = calculateRatios(property.all)
      switch (name) {
        case 'occupancy':
          return formatPercent(occupancy)
        case 'average_rate':
          return formatRounded(averageRate)
        case 'per_unit':
          return formatRounded(perUnit)
        case 'revenue':
          return money(property.all.net!)
        case 'nights_sold':
          return number(property.all.sold)
        case 'nights_waiting':
          return number(property.all.waiting)
      }
    }
    return { name, value: value(now), before: before && value(before) }
  }
  const describeFigure = (name: ReturnType<typeof toFigure>['name']) => {
    if (name === 'nights_sold') return t('figures.nights_sold_of', { free: now.all.sold - now.all.paid })
    if (name !== 'occupancy') return t(`figures.${name}_of`)
    if (now.all.closed === 0) return count('figures.occupancy_of', now.all.units)
    return t('figures.occupancy_open', { value: occupancyOpen === null ? noValue : toPercent(occupancyOpen)! })
  }
  const figures = [
    toFigure('occupancy'),
    toFigure('nights_sold'),
    ...(now.all.net === null ? [] : [toFigure('average_rate'), toFigure('per_unit'), toFigure('revenue')]),
    toFigure('nights_waiting'),
  ]
  return (
    <dl className={styles.keys}>
      {figures.map(({ name, value, before: comparedValue }) => (
        <div key={name}>
          <dt>{t(`figures.${name}`)}</dt>
          <dd>
            <strong>{value}</strong>
            <span>{describeFigure(name)}</span>
            {comparedValue !== null && name !== 'nights_waiting' && (
              <span>{t('figures.before', { value: comparedValue })}</span>
            )}
            <Definition name={t(`figures.${name}`)}>{t(`figures.about_${name}`)}</Definition>
          </dd>
        </div>
      ))}
    </dl>
  )
}
