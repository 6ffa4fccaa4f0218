import { useMemo, useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { SelectField } from '#ui/form/field.tsx'
import { Icon } from '#ui/icons.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { ActionBar } from '#ui/office/record-page.tsx'
import { EmptyListMessage, ListHead } from '#ui/office/list.tsx'
import { PageTabs } from '#ui/office/page-tabs.tsx'
import { useIsWide } from '#ui/office/use-is-wide.ts'
import { officeHref } from '#routes/office.ts'
import { RateChangeList } from './rates-changes.tsx'
import type { RateChanges, RatesApi, RatesCalendar } from './rates-contract.ts'
import { RatesGrid } from './rates-grid.tsx'
import { RatesMonth } from './rates-month.tsx'
import styles from './rates-page.module.css'
import { RatesPanel } from './rates-panel.tsx'
import { Legend, OutcomeMessage, type Outcome } from './rates-outcome.tsx'
import { formatMonth, toSheet, countNights, type Sheet } from './rates-sheet.ts'
import { useRatesSelection } from './use-rates-selection.ts'
import { useVisibleDay } from './use-visible-day.ts'

interface Data {
  calendar: RatesCalendar
  changes: RateChanges
}

/** The rates page: shows, selects, changes and undoes the prices and rules of each night and room. */
export const ratesPage: Page<RatesApi, Data> = {
  async load({ api }) {
    const [calendar, changes] = await Promise.all([api.getRates({}), api.getRateChanges({})])
    return { calendar, changes }
  },
  head: (_, { t }) => ({ title: t('rates.title'), hidden: true }),
  View: ({ data }) => (data.calendar.rooms.length === 0 ? <NoRooms /> : <RatesView data={data} />),
}

function RatesView({ data: { calendar, changes } }: { data: Data }) {
  const translator = useTranslator()
  const { t } = translator
  const api = useApi<RatesApi>()
  const office = useOffice()
  const isWide = useIsWide()
  const sheet = useMemo(() => toSheet(calendar, translator), [calendar, translator])
  const ratesSelection = useRatesSelection(isWide)
  const { selection, edit, select, onChosen, openPanel } = ratesSelection
  const { visibleDay, scrollTarget, goToDay, onVisibleDayChange } = useVisibleDay(sheet)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [chosenRoomId, setRoom] = useState(sheet.rooms[0]!.id)
  const roomId = sheet.rooms.find(({ id }) => id === chosenRoomId)?.id ?? sheet.rooms[0]!.id

  async function showOutcome(next: RatesCalendar, nextOutcome: Outcome) {
    ratesSelection.clear()
    setOutcome(nextOutcome)
    office.show({ calendar: next, changes: await api.getRateChanges({}).catch(() => changes) })
  }
  async function undo(id: number) {
    try {
      const { calendar: nextCalendar, skipped_nights: skippedNights, ...undoResult } = await api.undoRates({ id })
      await showOutcome(nextCalendar, { kind: 'undone', skippedNights, ...undoResult })
    } catch (error) {
      setOutcome({ kind: 'refused', message: error instanceof ApiError ? error.message : t('failure.offline') })
    }
  }
  const panel = ratesSelection.isOpen && (
    <RatesPanel
      sheet={sheet}
      selection={selection!}
      draft={ratesSelection.draft}
      focus={ratesSelection.focus}
      onSelect={ratesSelection.changeSelection}
      onDraft={ratesSelection.patchDraft}
      onApplied={({ calendar: next, id, nights }) => void showOutcome(next, { kind: 'applied', id, nights })}
      onBack={ratesSelection.closePanel}
      onDrop={ratesSelection.clearAndRefocus}
    />
  )
  if (panel && !isWide) return panel
  function startChange() {
    select({ rooms: [sheet.rooms[0]!.id], from: sheet.today, to: sheet.today, weekdays: null })
    openPanel()
  }
  const calendarProps = {
    sheet,
    selection,
    edit,
    onVisibleDayChange,
    onSelect: select,
    onChosen,
    onOpen: openPanel,
  }
  return (
    <div className={styles.page} data-open={panel ? '' : undefined}>
      <div className={styles.main}>
        <ListHead title={t('rates.title')}>
          {!isWide && <RoomSelect sheet={sheet} room={roomId} onRoomChange={setRoom} />}
          <MonthSelect sheet={sheet} visibleDay={visibleDay} onDayChange={goToDay} />
          {!panel && isWide && (
            <Button variant="secondary" onClick={startChange}>
              {t('rates.change')}
            </Button>
          )}
        </ListHead>
        <PageTabs page="rates" />
        {outcome && <OutcomeMessage outcome={outcome} sheet={sheet} onUndo={undo} />}
        {isWide ? (
          <RatesGrid {...calendarProps} goTo={scrollTarget} />
        ) : (
          <RatesMonth {...calendarProps} room={roomId} day={visibleDay} />
        )}
        <Legend isWide={isWide} />
        <RateChangeList first={changes} onUndo={undo} />
        {!isWide && (
          <ActionBar hidden={!selection}>
            <Button onClick={() => openPanel()}>
              {selection && translator.count('rates.change_nights', countNights(selection))}
            </Button>
            <Button variant="secondary" onClick={ratesSelection.clear}>
              {t('rates.discard')}
            </Button>
          </ActionBar>
        )}
      </div>
      {panel && <div className={styles.side}>{panel}</div>}
    </div>
  )
}

const RoomSelect = ({
  sheet,
  room,
  onRoomChange,
}: {
  sheet: Sheet
  room: number
  onRoomChange: (room: number) => void
}) => (
  <SelectField
    label={useTranslator().t('rates.room')}
    name="room"
    value={room}
    onChange={({ currentTarget }) => onRoomChange(Number(currentTarget.value))}
  >
    {sheet.rooms.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
  </SelectField>
)

/** Selects a month, or the previous or next one. */
function MonthSelect({
  sheet,
  visibleDay,
  onDayChange,
}: {
  sheet: Sheet
  visibleDay: number
  onDayChange: (day: number) => void
}) {
  const translator = useTranslator()
  const { t } = translator
  const months = sheet.days.filter(({ month }) => month !== null)
  const currentMonth = months.findLast(({ day }) => day <= visibleDay) ?? months[0]!
  const index = months.indexOf(currentMonth)
  const step = (count: number) => {
    const nextMonth = months[index + count]
    if (nextMonth) onDayChange(nextMonth.day)
  }
  return (
    <div className={styles.months}>
      <Button variant="secondary" aria-label={t('calendar.previous')} disabled={index === 0} onClick={() => step(-1)}>
        <Icon name="previous" size={20} />
      </Button>
      <select
        aria-label={t('rates.month')}
        value={currentMonth.iso.slice(0, 7)}
        onChange={({ currentTarget: { value } }) => {
          const chosenMonth = months.find(({ iso }) => iso.startsWith(value))
          if (chosenMonth) onDayChange(chosenMonth.day)
        }}
      >
        {months.map(({ iso }) => (
          <option key={iso} value={iso.slice(0, 7)}>
            {formatMonth(translator, iso)}
          </option>
        ))}
      </select>
      <Button
        variant="secondary"
        aria-label={t('calendar.next')}
        disabled={index === months.length - 1}
        onClick={() => step(1)}
      >
        <Icon name="next" size={20} />
      </Button>
      <Button variant="secondary" onClick={() => onDayChange(sheet.today)}>
        {t('rates.today')}
      </Button>
    </div>
  )
}

function NoRooms() {
  const { t } = useTranslator()
  const office = useOffice()
  return (
    <>
      <ListHead title={t('rates.title')} />
      <PageTabs page="rates" />
      <EmptyListMessage
        title={t('roomtype.none')}
        text={t('rates.no_rooms')}
        action={
          office.can('change rooms') && <ButtonLink to={officeHref('room', 'new')}>{t('roomtype.add')}</ButtonLink>
        }
      />
    </>
  )
}
