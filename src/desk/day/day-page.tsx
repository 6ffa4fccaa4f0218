import { Link, useApi, useWords, type Page } from '../../platform/pages/page.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/form/field.tsx'
import { Failure } from '../../ui/form/plain-form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useDesk } from '../../ui/office/desk.ts'
import { Part } from '../../ui/office/file.tsx'
import { ListHead } from '../../ui/office/list.tsx'
import { useToast } from '../../ui/toast.tsx'
import { officeHref, officePages } from '../../urls-office.ts'
import { useLive } from '../live/use-live.ts'
import type { DayApi, OpenDay } from './contract.ts'
import styles from './day.module.css'

/** What is open in the day that is to be closed next, and closing it: by a person who has seen that. */
export const dayPage: Page<DayApi, OpenDay> = {
  load: ({ api }) => api.getDay({}),
  head: (_, { t }) => ({ title: t('desk.day'), hidden: true }),
  View: DayView,
}

function DayView({ data: open }: { data: OpenDay }) {
  const { t, count, money } = useWords()
  const desk = useDesk()
  useLive(desk.refresh)
  const mayTake = desk.may('take money')
  const last = open.last && t('desk.day_last', { day: open.last })
  if (open.day === null)
    return (
      <>
        <ListHead title={t('desk.day')} said={last} />
        <p>{t('desk.day_none')}</p>
      </>
    )
  const isOpen = open.arrivals.length + open.departures.length > 0
  const isClear = !isOpen && open.expected.length + open.owing.length + open.dirty.length + open.tasks === 0
  return (
    <div className={styles.day}>
      <ListHead title={t('desk.day')} said={last} />
      <p>
        <strong>{t('desk.day_is', { day: open.day })}</strong>
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
      {open.owing.length > 0 && (
        <Part title={t('desk.day_owing')}>
          <p>{t('desk.day_owing_text')}</p>
          <ul role="list" className={styles.guests}>
            {open.owing.map(({ code, name, owed }) => (
              <li key={code}>
                <Link to={officeHref('bill', code)}>
                  {name || code}: {t(owed > 0 ? 'desk.owes' : 'desk.gets_back', { amount: money(Math.abs(owed)) })}
                </Link>
              </li>
            ))}
          </ul>
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
      {mayTake && (
        <p>
          <Link to={officePages.handover}>{t('till.from_day')}</Link>
        </p>
      )}
      {!isOpen && <CloseForm key={open.day} day={open.day} />}
    </div>
  )
}

const Guests = ({ guests }: { guests: OpenDay['arrivals'] }) => (
  <ul role="list" className={styles.guests}>
    {guests.map(({ code, name }) => (
      <li key={code}>
        <Link to={officeHref('booking', code)}>{name || code}</Link>
      </li>
    ))}
  </ul>
)

function CloseForm({ day }: { day: string }) {
  const { t } = useWords()
  const api = useApi<DayApi>()
  const desk = useDesk()
  const toast = useToast()
  const { form, busy, failure, error } = useForm(
    async ({ text, orUnsure }) => {
      desk.show(await orUnsure(api.closeDay({ day, note: text('note') })))
      toast(t('desk.day_closed', { day }))
    },
    { again: true },
  )
  return (
    <form {...form} className={styles.close}>
      <TextArea label={t('desk.day_note')} name="note" rows={3} maxLength={1000} error={error('note')} />
      {failure && <Failure>{failure}</Failure>}
      <Button type="submit" busy={busy}>
        {t('desk.day_close', { day })}
      </Button>
    </form>
  )
}
