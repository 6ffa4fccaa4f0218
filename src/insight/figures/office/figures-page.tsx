import { Link, useRoute, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { ListHead } from '#ui/office/list.tsx'
import { officePages } from '#routes/office.ts'
import { queryString } from '#routes/public.ts'
import { formatInclusiveDates } from '#locales/dates.ts'
import { calculateRatios } from '../ratios.ts'
import { BooksPanel, readBooksSelection } from './books-panel.tsx'
import { toPercent } from './buckets.ts'
import { cardNames, cardSheets, readCard, type CardName } from './cards.ts'
import { ComparedValue, formatFigure, type FigureFormat } from './compared-value.tsx'
import { omitEmptyComparison } from './comparison.ts'
import type { Books, Figures, FiguresApi, PropertyFiguresView } from './contract.ts'
import { readDaySelection, DaysForm } from './days-form.tsx'
import styles from './figures-page.module.css'
import { NightsPanel } from './nights-panels.tsx'
import { Definition } from './panel.tsx'
import { SheetPanel } from './sheet-panel.tsx'
import { buildSheet } from './sheets.ts'
import type { Visits, VisitsApi } from './visits-contract.ts'

/** The page with the figures of the period in the URL, compared with another period. */
export const figuresPage: Page<FiguresApi & VisitsApi, PageData> = {
  async load({ api, route }) {
    const daySelection = readDaySelection(route.query)
    const [figures, books, visits] = await Promise.all([
      api.getFigures(daySelection),
      api.getOnTheBooks(readBooksSelection(route.query)),
      api.getVisits(daySelection),
    ])
    return { figures, books, visits }
  },
  head: (_, { t }) => ({ title: t('figures.title'), hidden: true }),
  View: FiguresView,
}

interface PageData {
  figures: Figures
  books: Books
  visits: Visits
}

function FiguresView({ data: { figures, books, visits } }: { data: PageData }) {
  const translator = useTranslator()
  const { t } = translator
  const { query } = useRoute()
  const data = omitEmptyComparison(figures)
  const { now } = data
  const openCard = readCard(query)
  return (
    <div className={styles.page}>
      <ListHead title={t('figures.title')} subtitle={formatInclusiveDates(translator, now.from, now.until)}>
        <Button variant="secondary" onClick={() => print()}>
          {t('figures.print')}
        </Button>
      </ListHead>
      <DaysForm key={String(query)} selection={readDaySelection(query)} />
      {figures.before && (
        <p className="quiet">
          {t(data.before ? 'figures.compared' : 'figures.nothing_to_compare', {
            days: formatInclusiveDates(translator, figures.before.from, figures.before.until),
          })}
        </p>
      )}
      <Cards data={data} visits={visits} open={openCard} />
      {now.all.sold === 0 && <p className="quiet">{t('figures.empty')}</p>}
      {now.all.net === null && <p className="quiet">{t('figures.no_money')}</p>}
      <KeyFigures data={data} names={listKeyFigures(openCard, now.all.net !== null)} />
      {cardNames
        .filter((card) => openCard === 'all' || openCard === card)
        .map((card) => (
          <Details key={card} card={card} data={data} books={books} />
        ))}
    </div>
  )
}

interface Figure extends FigureFormat {
  getValue: (property: PropertyFiguresView) => number | null
}

/** The main figure of each area. A card opens its details. */
function Cards({ data, visits, open }: { data: Figures; visits: Visits; open: CardName | 'all' }) {
  const { now, before } = data
  const translator = useTranslator()
  const { t, number, money } = translator
  const { query } = useRoute()
  const toCount = (getValue: Figure['getValue']): Figure => ({ getValue, format: number })
  const figures: Record<CardName, Figure> = {
    occupancy: {
      getValue: ({ all }) => calculateRatios(all).occupancy,
      format: (share) => t('figures.percent', { value: toPercent(share)! }),
      isShare: true,
    },
    revenue: { getValue: ({ all }) => all.net, format: (bdt) => money(Math.round(bdt)) },
    bookings: toCount(({ ended }) => ended.made),
    ended: { ...toCount(({ ended }) => ended.cancelled + ended.no_shows), isLowerBetter: true },
    sales: toCount(({ enquiries }) => enquiries.received),
  }
  // Nights are known in advance. Bookings, cancellations, enquiries and visits are only counted until today.
  const isRunning = now.until >= data.today
  const isSoFar = (card: CardName) => isRunning && card !== 'occupancy' && card !== 'revenue'
  const getPath = (card: CardName | 'all') => {
    const { period, from, until, compare, compare_from } = readDaySelection(query)
    return officePages.figures + queryString({ period, from, until, compare, compare_from, card })
  }
  return (
    <nav className={styles.cards} aria-label={t('figures.cards')}>
      {cardNames.map((card) => {
        const { getValue, ...figure } = figures[card]
        return (
          <Link key={card} to={getPath(card)} aria-current={card === open ? 'page' : 'false'}>
            <span>{t(`figures.card_${card}`)}</span>
            <strong>{formatFigure(translator, getValue(now), figure)}</strong>
            {before && (
              <ComparedValue now={getValue(now)} before={getValue(before)} isSoFar={isSoFar(card)} {...figure} />
            )}
          </Link>
        )
      })}
      <Link to={officePages.visits}>
        <span>{t('visits.title')}</span>
        <strong>{number(visits.now.all.begun)}</strong>
        {visits.before !== null && visits.before.all.seen > 0 && (
          <ComparedValue
            now={visits.now.all.begun}
            before={visits.before.all.begun}
            isSoFar={isRunning}
            format={number}
          />
        )}
      </Link>
      <Link to={getPath('all')} aria-current={open === 'all' ? 'page' : 'false'} className={styles.all}>
        {t('figures.show_all')}
      </Link>
    </nav>
  )
}

/** The figures, charts and tables of a card. */
function Details({ card, data, books }: { card: CardName; data: Figures; books: Books }) {
  const translator = useTranslator()
  const { query } = useRoute()
  const { now } = data
  return (
    <>
      {(card === 'occupancy' || card === 'revenue') && <NightsPanel data={data} figure={card} />}
      {card === 'bookings' && now.until >= data.today && <BooksPanel key={`books ${query}`} books={books} />}
      {cardSheets[card].map((name) => (
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
    </>
  )
}

type KeyFigure = 'average_rate' | 'per_unit' | 'revenue' | 'nights_sold' | 'nights_waiting'

/** Lists the key figures of the open card. Those of the occupancy include what a night earns, if the user may see it. */
function listKeyFigures(card: CardName | 'all', hasAmounts: boolean): readonly KeyFigure[] {
  const rates = hasAmounts ? (['average_rate', 'per_unit'] as const) : []
  if (card === 'revenue') return hasAmounts ? [...rates, 'revenue'] : []
  if (card === 'occupancy') return ['nights_sold', 'nights_waiting', ...rates]
  if (card !== 'all') return []
  return ['nights_sold', 'nights_waiting', ...rates, ...(hasAmounts ? (['revenue'] as const) : [])]
}

/** Some figures with their definitions. */
function KeyFigures({ data: { now, before }, names }: { data: Figures; names: readonly KeyFigure[] }) {
  const translator = useTranslator()
  const { t, count, number, money } = translator
  const formatRounded = (bdt: number) => money(Math.round(bdt))
  const { occupancyOpen } = calculateRatios(now.all)
  const soldShareText =
    now.all.closed === 0
      ? count('figures.occupancy_of', now.all.units)
      : t('figures.occupancy_open', { value: formatFigure(translator, toPercent(occupancyOpen), { format: number }) })
  const figures: Record<KeyFigure, Figure> = {
    average_rate: { getValue: ({ all }) => calculateRatios(all).averageRate, format: formatRounded },
    per_unit: { getValue: ({ all }) => calculateRatios(all).perUnit, format: formatRounded },
    revenue: { getValue: ({ all }) => all.net, format: money },
    nights_sold: { getValue: ({ all }) => all.sold, format: number },
    nights_waiting: { getValue: ({ all }) => all.waiting, format: number },
  }
  const describeFigure = (name: KeyFigure) => {
    if (name !== 'nights_sold') return t(`figures.${name}_of`)
    return [soldShareText, t('figures.nights_sold_of', { free: now.all.sold - now.all.paid })].join(' · ')
  }
  if (names.length === 0) return null
  return (
    <dl className={styles.keys}>
      {names.map((name) => {
        const { getValue, ...figure } = figures[name]
        return (
          <div key={name}>
            <dt>{t(`figures.${name}`)}</dt>
            <dd>
              <strong>{formatFigure(translator, getValue(now), figure)}</strong>
              <span>{describeFigure(name)}</span>
              {before && name !== 'nights_waiting' && (
                <ComparedValue now={getValue(now)} before={getValue(before)} {...figure} />
              )}
              <Definition name={t(`figures.${name}`)}>{t(`figures.about_${name}`)}</Definition>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
