import { useMemo } from 'react'
import { isoDay, parseDay } from '#platform/day.ts'
import { navigate } from '#platform/pages/navigate.ts'
import { Link, useTranslator, type Page } from '#platform/pages/page.tsx'
import type { BillApi } from '#stays/bills/bill/contract.ts'
import { DateField } from '#ui/office/date-field.tsx'
import { Icon } from '#ui/icons.tsx'
import { PageHint } from '#ui/office/page-hint.tsx'
import { Views } from '#ui/office/views.tsx'
import { officeHref, officePages } from '#routes/office.ts'
import { formatInclusiveDates } from '#locales/dates.ts'
import type { DeskApi } from '../contract.ts'
import type { StayApi } from '../stay/contract.ts'
import { GuestSearch } from '../stay/guest-search.tsx'
import type { TodayApi } from '../today/contract.ts'
import type { ChartResponse, ChartApi } from './contract.ts'
import { Legend } from './legend.tsx'
import { toChart } from './model.ts'
import { TapeChart } from './tape-chart.tsx'
import styles from './chart-page.module.css'

/** The tape chart: units by days. */
export const chartPage: Page<ChartApi & DeskApi & StayApi & TodayApi & BillApi, ChartResponse> = {
  isLive: true,
  load({ api, route }) {
    const from = route.query.get('from')
    return api.getChart({ ...(from && { from }), days: Number(route.query.get('days')) || countDaysThatFit() })
  },
  head: (_, { t }) => ({ title: t('desk.chart'), hidden: true }),
  queryNames: ['from', 'days'],
  View: ChartView,
}

const dayRanges = [7, 14, 28, 90] as const

/** The number of days that stay readable and large enough to touch on this screen. */
const countDaysThatFit = () => (window.innerWidth < 600 ? 4 : window.innerWidth < 1000 ? 14 : 28)

function ChartView({ data }: { data: ChartResponse }) {
  const translator = useTranslator()
  const { t, day, language } = translator
  const chart = useMemo(() => toChart(data), [data])
  const buildChartPath = (firstDay: number, days = chart.days) =>
    `${officePages.chart}?from=${isoDay(firstDay)}&days=${days}`
  const today = isoDay(chart.first + chart.today)
  const step = Math.max(1, chart.days - 1)
  return (
    <div className={styles.page} data-full-width>
      <header className={styles.head}>
        <h1>{t('desk.chart')}</h1>
        <nav className={styles.move} aria-label={t('desk.chart_days')}>
          <Link to={buildChartPath(chart.first - step)} aria-label={t('desk.earlier')}>
            <Icon name="previous" size={20} />
          </Link>
          <Link to={`${officePages.chart}?days=${chart.days}`}>{t('desk.today')}</Link>
          <Link to={buildChartPath(chart.first + step)} aria-label={t('desk.later')}>
            <Icon name="next" size={20} />
          </Link>
        </nav>
        <DateField
          key={data.from}
          className={styles.from}
          label={t('desk.chart_from')}
          name="from"
          defaultValue={data.from}
          onBlur={({ currentTarget: { value } }) => {
            const firstDay = parseDay(value)
            if (firstDay !== undefined && firstDay !== chart.first) navigate(buildChartPath(firstDay), language)
          }}
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
        />
        <Views
          label={t('desk.chart_length')}
          views={dayRanges.map((days) => ({
            to: buildChartPath(chart.first, days),
            label: translator.number(days),
            isShown: days === chart.days,
          }))}
        />
        <GuestSearch
          label={t('desk.find_guest')}
          hint={t('desk.find_guest')}
          isBar
          onChoose={({ checkin, code, booking, is_on_chart }) =>
            navigate(
              is_on_chart ? `${buildChartPath(parseDay(checkin)! - 1)}&find=${booking}` : officeHref('booking', code),
              language,
            )
          }
        />
        <p className={styles.seen}>
          {formatInclusiveDates(translator, data.from, isoDay(chart.first + chart.days - 1))}
        </p>
        <PageHint />
      </header>
      <TapeChart chart={chart} today={day(today, 'short')} />
      <Legend />
    </div>
  )
}
