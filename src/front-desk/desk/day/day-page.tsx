import { useState, type ReactNode } from 'react'
import { isoDay, parseDay } from '#platform/day.ts'
import { Link, useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextArea, TextField } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { FormButtons } from '#ui/form/form-buttons.tsx'
import { findEmptyFields } from '#ui/form/find-empty-fields.ts'
import { useForm } from '#ui/form/use-form.ts'
import { useOffice } from '#ui/office/office-context.ts'
import { RecordSection } from '#ui/office/record-page.tsx'
import { ListHead } from '#ui/office/list.tsx'
import { useToast } from '#ui/toast.tsx'
import { buildIncompleteEntryHref, officeHref, officePages } from '#routes/office.ts'
import type { CarryOverGroup } from './carry-over.ts'
import type { DayApi, OpenDay } from './contract.ts'
import { groupTitleKeys } from './report-sections.ts'
import styles from './day.module.css'

/** The page that lists the open items of the next day to close, and closes that day. */
export const dayPage: Page<DayApi, OpenDay> = {
  isLive: true,
  load: ({ api }) => api.getDay({}),
  head: (_, { t }) => ({ title: t('desk.close_day'), hidden: true }),
  View: DayView,
}

function DayView({ data: openDay }: { data: OpenDay }) {
  const { t, count } = useTranslator()
  const office = useOffice()
  const lastDayText = openDay.last && t('desk.day_last', { day: openDay.last })
  const reportLink = openDay.last !== null && (
    <p>
      <Link to={officeHref('closedDay', openDay.last)}>{t('desk.report_link', { day: openDay.last })}</Link>
    </p>
  )
  const reopenForm = openDay.last !== null && office.can('reopen days') && (
    <ReopenForm key={openDay.last} day={openDay.last} />
  )
  if (openDay.day === null)
    return (
      <div className={styles.day}>
        <ListHead title={t('desk.close_day')} subtitle={lastDayText} />
        <p>{t('desk.day_none')}</p>
        {reportLink}
        {reopenForm}
      </div>
    )
  const isBlocked = openDay.arrivals.length + openDay.departures.length > 0
  const staysInHouse = openDay.owing.filter(({ why }) => why === 'here')
  const isReadyToClose =
    !isBlocked && openDay.carry_over.length + staysInHouse.length + openDay.dirty.length + openDay.tasks === 0
  return (
    <div className={styles.day}>
      <ListHead title={t('desk.close_day')} subtitle={lastDayText} />
      <p>
        <strong>{t('desk.next_day_to_close', { day: openDay.day })}</strong>
      </p>
      {openDay.arrivals.length > 0 && (
        <RecordSection title={t('desk.day_arrivals')}>
          <p>{t('desk.day_arrivals_text')}</p>
          <Guests guests={openDay.arrivals} />
        </RecordSection>
      )}
      {openDay.departures.length > 0 && (
        <RecordSection title={t('desk.day_departures')}>
          <p>{t('desk.day_departures_text')}</p>
          <Guests guests={openDay.departures} />
        </RecordSection>
      )}
      {isBlocked && (
        <p>
          <Link to={officePages.today}>{t('desk.today')}</Link>
        </p>
      )}
      {staysInHouse.length > 0 && (
        <RecordSection title={t('desk.day_owing_here')}>
          <p>{t('desk.day_owing_here_text')}</p>
          <Balances balances={staysInHouse} />
        </RecordSection>
      )}
      {openDay.dirty.length > 0 && (
        <RecordSection title={t('desk.day_dirty')}>
          <p>{openDay.dirty.join(', ')}</p>
        </RecordSection>
      )}
      {openDay.tasks > 0 && (
        <p>
          <Link to={officePages.today}>{count('desk.day_tasks', openDay.tasks)}</Link>
        </p>
      )}
      {isReadyToClose && <p>{t('desk.day_clear')}</p>}
      {isBlocked ? (
        openDay.carry_over.map(({ group }) => <CarryOverPart key={group} group={group} open={openDay} />)
      ) : (
        <CloseForm key={openDay.day} open={{ ...openDay, day: openDay.day }} />
      )}
      {reportLink}
      {reopenForm}
    </div>
  )
}

/** The open items of a group, each with a link to the page that settles it. */
function CarryOverPart({
  group,
  open: openDay,
  children,
}: {
  group: CarryOverGroup
  open: OpenDay
  children?: ReactNode
}) {
  const { t, count } = useTranslator()
  const office = useOffice()
  const owingStays = openDay.owing.filter(({ why }) => why !== 'here')
  const stays = openDay.carry_over.find((item) => item.group === group)!.stays
  return (
    <RecordSection title={t(groupTitleKeys[group])}>
      {group === 'expected' && (
        <>
          <Guests guests={openDay.expected} />
          <p>
            <Link to={officePages.today}>{t('desk.today')}</Link>
          </p>
        </>
      )}
      {group === 'unpaid' &&
        (owingStays.length > 0 ? (
          <Balances balances={owingStays} hasReasons />
        ) : (
          <p>{count('desk.day_owing_hidden', stays)}</p>
        ))}
      {group === 'unregistered' && (
        <ExpandableList
          rows={openDay.unregistered.map(({ code, name, persons }) => (
            <li key={code}>
              <Link to={buildIncompleteEntryHref(code)}>{name || code}</Link>
              <span>{count('desk.unregistered', persons)}</span>
            </li>
          ))}
        />
      )}
      {group === 'cash' && (
        <p>
          {t('desk.day_cash_text')}{' '}
          {office.can('take money') && <Link to={officePages.handover}>{t('till.count_link')}</Link>}
        </p>
      )}
      {children}
    </RecordSection>
  )
}

/** Balances, each with a link to its bill. */
function Balances({ balances, hasReasons = false }: { balances: OpenDay['owing']; hasReasons?: boolean }) {
  const { t, money } = useTranslator()
  return (
    <ExpandableList
      rows={balances.map(({ code, name, owed, why }) => (
        <li key={code}>
          <Link to={officeHref('bill', code)}>{name || code}</Link>
          {hasReasons && <span className="small">{t(`desk.day_owing_${why}`)}</span>}
          <strong>{money(Math.abs(owed))}</strong>
        </li>
      ))}
    />
  )
}

const Guests = ({ guests }: { guests: OpenDay['arrivals'] }) => (
  <ExpandableList
    rows={guests.map(({ code, name }, index) => (
      <li key={`${code} ${index}`}>
        <Link to={officeHref('booking', code)}>{name || code}</Link>
      </li>
    ))}
  />
)

/** The number of rows shown at first. */
const INITIAL_ROW_COUNT = 8

/** Shows the first rows of a list, and all of them on request. */
function ExpandableList({ rows }: { rows: readonly ReactNode[] }) {
  const { count } = useTranslator()
  const [isExpanded, setAll] = useState(false)
  const hiddenCount = rows.length - INITIAL_ROW_COUNT
  return (
    <>
      <ul role="list" className={styles.guests}>
        {isExpanded || hiddenCount <= 1 ? rows : rows.slice(0, INITIAL_ROW_COUNT)}
      </ul>
      {!isExpanded && hiddenCount > 1 && (
        <Button variant="quiet" onClick={() => setAll(true)}>
          {count('desk.day_more', hiddenCount)}
        </Button>
      )}
    </>
  )
}

/** Asks for the reasons of open items, and for confirmation. */
function CloseForm({ open: openDay }: { open: OpenDay & { day: string } }) {
  const { t, count } = useTranslator()
  const api = useApi<DayApi>()
  const office = useOffice()
  const toast = useToast()
  const { day, early: isEarly, carry_over } = openDay
  const nextDay = isoDay(parseDay(day)! + 1)
  const [confirmation, setConfirmation] = useState<{ answer: (isConfirmed: boolean) => void } | null>(null)
  const { form, isBusy, failure, error } = useForm(
    async ({ text, reportLostResponse }) => {
      const isConfirmed = await new Promise<boolean>((resolve) => setConfirmation({ answer: resolve }))
      setConfirmation(null)
      if (!isConfirmed) return
      const reasons = Object.fromEntries(carry_over.map(({ group }) => [`${group}_reason`, text(`${group}_reason`)]))
      const closing = { day, note: text('note'), early_reason: text('early_reason'), ...reasons }
      office.show(await reportLostResponse(api.closeDay(closing)))
      toast(t('desk.day_closed', { day }))
    },
    { isRepeatable: true, validateFields: (element) => findEmptyFields(element, t('error.required')) },
  )
  return (
    <form {...form} className="stack-4">
      {carry_over.map(({ group }) => (
        <CarryOverPart key={group} group={group} open={openDay}>
          <TextField
            label={t('desk.day_carry_reason')}
            hint={t('desk.day_carry_hint')}
            name={`${group}_reason`}
            maxLength={200}
            required
            error={error(`${group}_reason`)}
          />
        </CarryOverPart>
      ))}
      {isEarly && (
        <RecordSection title={t('desk.day_early', { day })}>
          <p>{t('desk.day_early_text', { to: nextDay })}</p>
          <TextField
            label={t('desk.day_early_reason')}
            name="early_reason"
            maxLength={200}
            required
            error={error('early_reason')}
          />
        </RecordSection>
      )}
      <div className="stack-3 left">
        <TextArea label={t('desk.day_note')} name="note" rows={3} maxLength={1000} error={error('note')} />
        {failure && <Failure>{failure}</Failure>}
        <Button type="submit" isBusy={isBusy}>
          {t('desk.day_close', { day })}
        </Button>
      </div>
      <Dialog
        open={confirmation !== null}
        tone="warning"
        title={t('desk.day_confirm', { day })}
        onClose={() => confirmation?.answer(false)}
      >
        <div className="stack-3">
          <p>{t('desk.day_confirm_text', { day, to: nextDay })}</p>
          {carry_over.length > 0 && <p>{count('desk.day_confirm_carried', countOpenItems(carry_over))}</p>}
          <div className="row-4">
            <Button variant="secondary" onClick={() => confirmation?.answer(false)}>
              {t('edit.go_back')}
            </Button>
            <Button onClick={() => confirmation?.answer(true)}>{t('desk.day_confirm_submit')}</Button>
          </div>
        </div>
      </Dialog>
    </form>
  )
}

/** Counts the open items of a day. Uncounted cash is one item, although it belongs to no stay. */
const countOpenItems = (groups: OpenDay['carry_over']): number =>
  groups.reduce((total, { group, stays }) => total + (group === 'cash' ? 1 : stays), 0)

/** Reopens the last closed day, with a reason. */
function ReopenForm({ day }: { day: string }) {
  const { t } = useTranslator()
  const api = useApi<DayApi>()
  const office = useOffice()
  const toast = useToast()
  const [isOpen, setOpen] = useState(false)
  const { form, isBusy, failure, error } = useForm(
    async ({ text, reportLostResponse }) => {
      office.show(await reportLostResponse(api.reopenDay({ day, reason: text('reason') })))
      toast(t('desk.day_reopened', { day }))
    },
    { isRepeatable: true, validateFields: (element) => findEmptyFields(element, t('error.required')) },
  )
  if (!isOpen)
    return (
      <div className="row-2">
        <Button variant="quiet" onClick={() => setOpen(true)}>
          {t('desk.day_reopen', { day })}
        </Button>
      </div>
    )
  return (
    <form {...form} className="stack-3">
      <p>{t('desk.day_reopen_text', { day })}</p>
      <TextField label={t('desk.day_reopen_reason')} name="reason" maxLength={200} required error={error('reason')} />
      <FormButtons
        failure={failure}
        isBusy={isBusy}
        label={t('desk.day_reopen', { day })}
        onClose={() => setOpen(false)}
      />
    </form>
  )
}
