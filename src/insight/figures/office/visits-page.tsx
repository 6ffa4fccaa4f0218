import { useRoute, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ListHead } from '#ui/office/list.tsx'
import { officePages } from '#routes/office.ts'
import { formatInclusiveDates } from '#locales/dates.ts'
import { visitsSheets } from '../sheet-names.ts'
import { ComparedValue } from './compared-value.tsx'
import { readDaySelection, DaysForm } from './days-form.tsx'
import styles from './figures-page.module.css'
import { Definition } from './panel.tsx'
import { SheetPanel } from './sheet-panel.tsx'
import type { Visits, VisitsApi } from './visits-contract.ts'
import { DaysPanel } from './visits-days.tsx'
import { buildVisitsSheet } from './visits-sheets.ts'

/** The page with the website visits of the period in the URL, compared with another period. */
export const visitsPage: Page<VisitsApi, Visits> = {
  load: ({ api, route }) => api.getVisits(readDaySelection(route.query)),
  head: (_, { t }) => ({ title: t('visits.title'), hidden: true }),
  View: VisitsView,
}

function VisitsView({ data }: { data: Visits }) {
  const translator = useTranslator()
  const { t, day } = translator
  const { query } = useRoute()
  const { now, before, since } = data
  return (
    <div className={styles.page}>
      <ListHead title={t('visits.title')} subtitle={formatInclusiveDates(translator, now.from, now.until)}>
        <ButtonLink variant="secondary" to={officePages.figures}>
          {t('figures.title')}
        </ButtonLink>
        <Button variant="secondary" onClick={() => print()}>
          {t('figures.print')}
        </Button>
      </ListHead>
      <DaysForm
        key={String(query)}
        selection={readDaySelection(query)}
        path={officePages.visits}
        validate={(api, days) => api.getVisits(days)}
        labelPrefix="visits"
      />
      {before && (
        <p className="quiet">
          {t('figures.compared', { days: formatInclusiveDates(translator, before.from, before.until) })}
        </p>
      )}
      {since && since > (before ?? now).from && <p className="quiet">{t('visits.since', { day: day(since) })}</p>}
      <KeyFigures data={data} />
      {now.all.seen === 0 ? (
        <p className="quiet">{t('visits.empty')}</p>
      ) : (
        <>
          <DaysPanel data={data} />
          {visitsSheets.map((name) => (
            <SheetPanel
              key={name}
              sheet={buildVisitsSheet(name, data, translator)}
              days={now}
              file={{
                name: `visits-${name}`,
                fetchFile: (api) => api.getVisitsFile({ ...readDaySelection(query), sheet: name }),
              }}
            />
          ))}
        </>
      )}
    </div>
  )
}

const keyFigures = ['seen', 'begun', 'searches', 'stays', 'enquiries', 'messages'] as const

/** The most important figures of the visits. */
function KeyFigures({ data: { now, before } }: { data: Visits }) {
  const { t, number } = useTranslator()
  return (
    <dl className={styles.keys}>
      {keyFigures.map((name) => (
        <div key={name}>
          <dt>{t(`visits.${name}`)}</dt>
          <dd>
            <strong>{number(now.all[name])}</strong>
            <span>{t(`visits.${name}_of`)}</span>
            {before && <ComparedValue now={now.all[name]} before={before.all[name]} format={number} />}
            <Definition name={t(`visits.${name}`)}>{t(`visits.about_${name}`)}</Definition>
          </dd>
        </div>
      ))}
    </dl>
  )
}
