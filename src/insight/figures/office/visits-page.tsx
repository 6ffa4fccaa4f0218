import { usePlace, useWords, type Page } from '#platform/pages/page.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ListHead } from '#ui/office/list.tsx'
import { officePages } from '#routes/office.ts'
import { dates } from '#locales/dates.ts'
import { visitsSheets } from '../parts.ts'
import { daysIn, DaysForm } from './days-form.tsx'
import styles from './figures-page.module.css'
import { WhatCounts } from './parts.tsx'
import { SheetPanel } from './sheet-panel.tsx'
import type { Visits, VisitsApi } from './visits-contract.ts'
import { DaysPanel } from './visits-days.tsx'
import { visitsSheetOf } from './visits-sheets.ts'

/** How often the website is read, what of it, and from where: the days that the address names, beside others. */
export const visitsPage: Page<VisitsApi, Visits> = {
  load: ({ api, place }) => api.getVisits(daysIn(place.query)),
  head: (_, { t }) => ({ title: t('visits.title'), hidden: true }),
  View: VisitsView,
}

function VisitsView({ data }: { data: Visits }) {
  const translator = useWords()
  const { t, day } = translator
  const { query } = usePlace()
  const { now, before, since } = data
  return (
    <div className={styles.page}>
      <ListHead title={t('visits.title')} said={dates(translator, now.from, now.until)}>
        <ButtonLink look="secondary" to={officePages.figures}>
          {t('figures.title')}
        </ButtonLink>
        <Button look="secondary" onClick={() => print()}>
          {t('figures.print')}
        </Button>
      </ListHead>
      <DaysForm
        key={String(query)}
        asked={daysIn(query)}
        at={officePages.visits}
        ask={(api, days) => api.getVisits(days)}
        names="visits"
      />
      {before && (
        <p className={styles.compared}>
          {t('figures.compared', { days: dates(translator, before.from, before.until) })}
        </p>
      )}
      {since && since > (before ?? now).from && (
        <p className={styles.compared}>{t('visits.since', { day: day(since) })}</p>
      )}
      <KeyFigures data={data} />
      {now.all.seen === 0 ? (
        <p className={styles.compared}>{t('visits.empty')}</p>
      ) : (
        <>
          <DaysPanel data={data} />
          {visitsSheets.map((name) => (
            <SheetPanel
              key={name}
              sheet={visitsSheetOf(name, data, translator)}
              days={now}
              file={{
                name: `visits-${name}`,
                fetchFile: (api) => api.getVisitsFile({ ...daysIn(query), sheet: name }),
              }}
            />
          ))}
        </>
      )}
    </div>
  )
}

const figures = ['seen', 'begun', 'searches', 'stays', 'enquiries', 'messages'] as const

/** Those that one asks for first. */
function KeyFigures({ data: { now, before } }: { data: Visits }) {
  const { t, number } = useWords()
  return (
    <dl className={styles.keys}>
      {figures.map((name) => (
        <div key={name}>
          <dt>{t(`visits.${name}`)}</dt>
          <dd>
            <strong>{number(now.all[name])}</strong>
            <span>{t(`visits.${name}_of`)}</span>
            {before && <span>{t('figures.before', { value: number(before.all[name]) })}</span>}
            <WhatCounts name={t(`visits.${name}`)}>{t(`visits.about_${name}`)}</WhatCounts>
          </dd>
        </div>
      ))}
    </dl>
  )
}
