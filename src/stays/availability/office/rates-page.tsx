import { useCallback, useMemo, useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { SelectField } from '#ui/form/field.tsx'
import { Icon } from '#ui/icons.tsx'
import { useDesk } from '#ui/office/desk.ts'
import { ActBar } from '#ui/office/record-page.tsx'
import { Empty, ListHead } from '#ui/office/list.tsx'
import { inLatinDigits } from '#ui/office/number-input.ts'
import { useUnsaved } from '#ui/office/unsaved.ts'
import { useIsWide } from '#ui/office/use-is-wide.ts'
import { officeHref } from '#routes/office.ts'
import { RateChangeList } from './rates-changes.tsx'
import type { RateChanges, RatesApi, RatesCalendar } from './rates-contract.ts'
import { drawableEdit, isTouched, emptyDraft, type Draft } from './rates-draft.ts'
import { RatesGrid } from './rates-grid.tsx'
import { RatesMonth } from './rates-month.tsx'
import styles from './rates-page.module.css'
import { RatesPanel } from './rates-panel.tsx'
import { Legend, OutcomeMessage, type Outcome } from './rates-outcome.tsx'
import { formatMonth, toSheet, countNights, type Selection, type Sheet } from './rates-sheet.ts'

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
  const desk = useDesk()
  const isWide = useIsWide()
  const sheet = useMemo(() => toSheet(calendar, translator), [calendar, translator])
  const [selection, setSelection] = useState<Selection | null>(null)
  const [draft, setDraft] = useState<Draft>(emptyDraft)
  const [isOpen, setOpen] = useState(false)
  const [focus, setFocus] = useState<object | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [visibleDay, setVisibleDay] = useState(sheet.today)
  const [goTo, setGoTo] = useState({ day: sheet.today })
  const [room, setRoom] = useState(sheet.rooms[0]!.id)
  const shownRoom = sheet.rooms.some(({ id }) => id === room) ? room : sheet.rooms[0]!.id
  const edit = useMemo(() => drawableEdit(draft), [draft])
  const resetDraft = useCallback(() => setDraft(emptyDraft), [])
  useUnsaved(selection !== null && isTouched(draft), resetDraft)

  const select = useCallback((next: Selection | null) => {
    setSelection(next)
    if (!next) setOpen(false)
  }, [])
  // On a wide screen the panel is beside the calendar. On a phone it would cover the calendar.
  const handleChosen = useCallback(() => setOpen(isWide), [isWide])
  const openPanel = useCallback((typed?: string) => {
    if (typed) setDraft((before) => ({ ...before, price: 'set', amount: Number(inLatinDigits(typed)) }))
    setOpen(true)
    setFocus({})
  }, [])
  function clear() {
    setSelection(null)
    setDraft(emptyDraft)
    setOpen(false)
    setFocus(null)
  }
  /** The form fields disappear, so the focus returns to the active cell. */
  function clearAndRefocus() {
    clear()
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>('[role=grid] td[tabindex="0"]')?.focus({ preventScroll: true }),
    )
  }
  /** Only the month of the visible day is shown, so this skips renders within the same month. */
  const updateVisibleMonth = useCallback(
    (day: number) =>
      setVisibleDay((before) => {
        const [now, next] = [before, day].map((visible) => sheet.days[visible - sheet.first]?.iso.slice(0, 7))
        return now === next || next === undefined ? before : day
      }),
    [sheet],
  )
  function goToDay(day: number) {
    const within = Math.min(Math.max(day, sheet.first), sheet.last)
    setVisibleDay(within)
    setGoTo({ day: within })
  }
  async function showOutcome(next: RatesCalendar, nextOutcome: Outcome) {
    clear()
    setOutcome(nextOutcome)
    desk.show({ calendar: next, changes: await api.getRateChanges({}).catch(() => changes) })
  }
  async function undo(id: number) {
    try {
      const { calendar: next, ...undone } = await api.undoRates({ id })
      await showOutcome(next, { kind: 'undone', ...undone })
    } catch (error) {
      setOutcome({ kind: 'refused', message: error instanceof ApiError ? error.message : t('failure.offline') })
    }
  }
  const panel = selection && isOpen && (
    <RatesPanel
      sheet={sheet}
      selection={selection}
      draft={draft}
      focus={focus}
      onSelect={setSelection}
      onDraft={(patch) => setDraft((before) => ({ ...before, ...patch }))}
      onApplied={({ calendar: next, id, nights: changed }) =>
        void showOutcome(next, { kind: 'applied', id, nights: changed })
      }
      onBack={() => setOpen(false)}
      onDrop={clearAndRefocus}
    />
  )
  if (panel && !isWide) return panel
  const calendarProps = {
    sheet,
    selection,
    edit,
    onSeen: updateVisibleMonth,
    onSelect: select,
    onChosen: handleChosen,
    onOpen: openPanel,
  }
  return (
    <div className={styles.page} data-open={panel ? '' : undefined}>
      <div className={styles.main}>
        <ListHead title={t('rates.title')}>
          {!isWide && <RoomSelect sheet={sheet} room={shownRoom} onRoom={setRoom} />}
          <MonthSelect sheet={sheet} seen={visibleDay} onLook={goToDay} />
          {!panel && isWide && (
            <Button
              look="secondary"
              onClick={() => {
                select({ rooms: [sheet.rooms[0]!.id], from: sheet.today, to: sheet.today, weekdays: null })
                openPanel()
              }}
            >
              {t('rates.change')}
            </Button>
          )}
        </ListHead>
        {outcome && <OutcomeMessage outcome={outcome} sheet={sheet} onUndo={undo} />}
        {isWide ? (
          <RatesGrid {...calendarProps} goTo={goTo} />
        ) : (
          <RatesMonth {...calendarProps} room={shownRoom} day={visibleDay} />
        )}
        <Legend isWide={isWide} />
        <RateChangeList first={changes} onUndo={undo} />
        {!isWide && (
          <ActBar hidden={!selection}>
            <Button onClick={() => openPanel()}>
              {selection && translator.count('rates.change_nights', countNights(selection))}
            </Button>
            <Button look="secondary" onClick={clear}>
              {t('rates.drop')}
            </Button>
          </ActBar>
        )}
      </div>
      {panel && <div className={styles.side}>{panel}</div>}
    </div>
  )
}

const RoomSelect = ({ sheet, room, onRoom }: { sheet: Sheet; room: number; onRoom: (room: number) => void }) => (
  <SelectField
    label={useTranslator().t('rates.room')}
    name="room"
    value={room}
    onChange={({ currentTarget }) => onRoom(Number(currentTarget.value))}
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
  seen: visibleDay,
  onLook,
}: {
  sheet: Sheet
  seen: number
  onLook: (day: number) => void
}) {
  const translator = useTranslator()
  const { t } = translator
  const months = sheet.days.filter(({ month }) => month !== null)
  const now = months.findLast(({ day }) => day <= visibleDay) ?? months[0]!
  const index = months.indexOf(now)
  const step = (count: number) => {
    const next = months[index + count]
    if (next) onLook(next.day)
  }
  return (
    <div className={styles.months}>
      <Button look="secondary" aria-label={t('calendar.previous')} disabled={index === 0} onClick={() => step(-1)}>
        <Icon name="previous" size={20} />
      </Button>
      <select
        aria-label={t('rates.month')}
        value={now.iso.slice(0, 7)}
        onChange={({ currentTarget: { value } }) => {
          const first = months.find(({ iso }) => iso.startsWith(value))
          if (first) onLook(first.day)
        }}
      >
        {months.map(({ iso }) => (
          <option key={iso} value={iso.slice(0, 7)}>
            {formatMonth(translator, iso)}
          </option>
        ))}
      </select>
      <Button
        look="secondary"
        aria-label={t('calendar.next')}
        disabled={index === months.length - 1}
        onClick={() => step(1)}
      >
        <Icon name="next" size={20} />
      </Button>
      <Button look="secondary" onClick={() => onLook(sheet.today)}>
        {t('rates.today')}
      </Button>
    </div>
  )
}

function NoRooms() {
  const { t } = useTranslator()
  const desk = useDesk()
  return (
    <>
      <ListHead title={t('rates.title')} />
      <Empty title={t('roomtype.none')}>
        <p>{t('rates.no_rooms')}</p>
        {desk.may('change rooms') && <ButtonLink to={officeHref('room', 'new')}>{t('roomtype.add')}</ButtonLink>}
      </Empty>
    </>
  )
}
