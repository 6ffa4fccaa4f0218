import { useState, type ReactNode } from 'react'
import { Link, useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useOffice } from '#ui/office/office-context.ts'
import { Part } from '#ui/office/record-page.tsx'
import { ListHead } from '#ui/office/list.tsx'
import { useToast } from '#ui/toast.tsx'
import { officeHref, officePages } from '#routes/office.ts'
import type { DayApi, OpenDay } from './contract.ts'
import styles from './day.module.css'

/** Lists the open items of the next day to close. A user who has seen them can close the day. */
export const dayPage: Page<DayApi, OpenDay> = {
  live: true,
  load: ({ api }) => api.getDay({}),
  head: (_, { t }) => ({ title: t('desk.close_day'), hidden: true }),
  View: DayView,
}

function DayView({ data: open }: { data: OpenDay }) {
  const { t, count } = useTranslator()
  const office = useOffice()
  const mayTakeMoney = office.may('take money')
  const last = open.last && t('desk.day_last', { day: open.last })
  if (open.day === null)
    return (
      <>
        <ListHead title={t('desk.close_day')} subtitle={last} />
        <p>{t('desk.day_none')}</p>
      </>
    )
  const isOpen = open.arrivals.length + open.departures.length > 0
  const notices = [open.expected, open.owing, open.unregistered, open.dirty]
  const isClear = !isOpen && open.tasks === 0 && notices.every(({ length }) => length === 0)
  return (
    <div className={styles.day}>
      <ListHead title={t('desk.close_day')} subtitle={last} />
      <p>
        <strong>{t('desk.next_day_to_close', { day: open.day })}</strong>
      </p>
      {open.arrivals.length > 0 && (
        <Part title={t('desk.day_arrivals')}>
          <p>{t('desk.day_arrivals_text')}</p>
          <Guests guests={open.arrivals} />
        </Part>
      )}
      {open.departures.length > 0 && (
        <Part title={t('desk.day_departures')}>
          <p>{t('desk.day_departures_text')}</p>
          <Guests guests={open.departures} />
        </Part>
      )}
      {isOpen && (
        <p>
          <Link to={officePages.today}>{t('desk.today')}</Link>
        </p>
      )}
      {open.expected.length > 0 && (
        <Part title={t('desk.day_expected')}>
          <Guests guests={open.expected} />
        </Part>
      )}
      {reasons.map((why) => (
        <Balances key={why} why={why} balances={open.owing.filter((o) => o.why === why)} />
      ))}
      {open.unregistered.length > 0 && (
        <Part title={t('desk.day_unregistered')}>
          <ExpandableList
            rows={open.unregistered.map(({ code, name, persons }) => (
              <li key={code}>
                <Link to={officeHref('stayRegister', code)}>{name || code}</Link>
                <span>{count('desk.unregistered', persons)}</span>
              </li>
            ))}
          />
        </Part>
      )}
      {open.dirty.length > 0 && (
        <Part title={t('desk.day_dirty')}>
          <p>{open.dirty.join(', ')}</p>
        </Part>
      )}
      {open.tasks > 0 && (
        <p>
          <Link to={officePages.today}>{count('desk.day_tasks', open.tasks)}</Link>
        </p>
      )}
      {isClear && <p>{t('desk.day_clear')}</p>}
      {mayTakeMoney && (
        <p>
          <Link to={officePages.handover}>{t('till.count_link')}</Link>
        </p>
      )}
      {!isOpen && <CloseForm key={open.day} day={open.day} />}
    </div>
  )
}

const reasons = ['left', 'no_show', 'cancelled', 'here', 'back'] as const

/** The balances with one reason, each with a link to its bill. */
function Balances({ why, balances }: { why: (typeof reasons)[number]; balances: OpenDay['owing'] }) {
  const { t, money } = useTranslator()
  if (balances.length === 0) return null
  return (
    <Part title={t(`desk.day_owing_${why}`)}>
      <p>{t(why === 'here' ? 'desk.day_owing_here_text' : 'desk.day_owing_text')}</p>
      <ExpandableList
        rows={balances.map(({ code, name, owed }) => (
          <li key={code}>
            <Link to={officeHref('bill', code)}>{name || code}</Link>
            <strong>{money(Math.abs(owed))}</strong>
          </li>
        ))}
      />
    </Part>
  )
}

const Guests = ({ guests }: { guests: OpenDay['arrivals'] }) => (
  <ExpandableList
    rows={guests.map(({ code, name }, at) => (
      <li key={`${code} ${at}`}>
        <Link to={officeHref('booking', code)}>{name || code}</Link>
      </li>
    ))}
  />
)

/** The number of rows shown at first. */
const INITIAL_ROWS = 8

/** Shows the first rows of a list, and all of them on request. */
function ExpandableList({ rows }: { rows: readonly ReactNode[] }) {
  const { count } = useTranslator()
  const [isAll, setAll] = useState(false)
  const hiddenCount = rows.length - INITIAL_ROWS
  return (
    <>
      <ul role="list" className={styles.guests}>
        {isAll || hiddenCount <= 1 ? rows : rows.slice(0, INITIAL_ROWS)}
      </ul>
      {!isAll && hiddenCount > 1 && (
        <Button look="quiet" onClick={() => setAll(true)}>
          {count('desk.day_more', hiddenCount)}
        </Button>
      )}
    </>
  )
}

function CloseForm({ day }: { day: string }) {
  const { t } = useTranslator()
  const api = useApi<DayApi>()
  const office = useOffice()
  const toast = useToast()
  const { form, busy, failure, error } = useForm(
    async ({ text, orUnsure }) => {
      office.show(await orUnsure(api.closeDay({ day, note: text('note') })))
      toast(t('desk.day_closed', { day }))
    },
    { again: true },
  )
  return (
    <form {...form} className="stack-3 left">
      <TextArea label={t('desk.day_note')} name="note" rows={3} maxLength={1000} error={error('note')} />
      {failure && <Failure>{failure}</Failure>}
      <Button type="submit" busy={busy}>
        {t('desk.day_close', { day })}
      </Button>
    </form>
  )
}
