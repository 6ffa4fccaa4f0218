import { useCallback, useMemo, useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { useApi, useWords, type Page } from '#platform/pages/page.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { SelectField } from '#ui/form/field.tsx'
import { Icon } from '#ui/icons.tsx'
import { useDesk } from '#ui/office/desk.ts'
import { ActBar } from '#ui/office/file.tsx'
import { Empty, ListHead } from '#ui/office/list.tsx'
import { inLatinDigits } from '#ui/office/typed-number.ts'
import { useUnsaved } from '#ui/office/unsaved.ts'
import { useIsWide } from '#ui/office/use-is-wide.ts'
import { officeHref } from '#routes/office.ts'
import { Changes } from './rates-changes.tsx'
import type { RateChanges, RatesApi, RatesCalendar } from './rates-contract.ts'
import { drawnEdit, isTouched, untouched, type Draft } from './rates-draft.ts'
import { RatesGrid } from './rates-grid.tsx'
import { RatesMonth } from './rates-month.tsx'
import styles from './rates-page.module.css'
import { RatesPanel } from './rates-panel.tsx'
import { Legend, Told, type Outcome } from './rates-told.tsx'
import { monthIn, sheetOf, sizeOf, type Selection, type Sheet } from './rates-sheet.ts'

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
  const translator = useWords()
  const { t } = translator
  const api = useApi<RatesApi>()
  const desk = useDesk()
  const isWide = useIsWide()
  const sheet = useMemo(() => sheetOf(calendar, translator), [calendar, translator])
  const [selection, setSelection] = useState<Selection | null>(null)
  const [draft, setDraft] = useState<Draft>(untouched)
  const [isOpen, setOpen] = useState(false)
  const [focus, setFocus] = useState<object | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [seen, setSeen] = useState(sheet.today)
  const [goTo, setGoTo] = useState({ day: sheet.today })
  const [room, setRoom] = useState(sheet.rooms[0]!.id)
  const shownRoom = sheet.rooms.some(({ id }) => id === room) ? room : sheet.rooms[0]!.id
  const edit = useMemo(() => drawnEdit(draft), [draft])
  const purge = useCallback(() => setDraft(untouched), [])
  useUnsaved(selection !== null && isTouched(draft), purge)

  const select = useCallback((next: Selection | null) => {
    setSelection(next)
    if (!next) setOpen(false)
  }, [])
  // On a wide screen the panel is beside the calendar. On a phone it would cover the calendar.
  const chosen = useCallback(() => setOpen(isWide), [isWide])
  const open = useCallback((typed?: string) => {
    if (typed) setDraft((before) => ({ ...before, price: 'set', amount: Number(inLatinDigits(typed)) }))
    setOpen(true)
    setFocus({})
  }, [])
  function drop() {
    setSelection(null)
    setDraft(untouched)
    setOpen(false)
    setFocus(null)
  }
  /** The form fields disappear, so the focus returns to the active cell. */
  function dropAndReturn() {
    drop()
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>('[role=grid] td[tabindex="0"]')?.focus({ preventScroll: true }),
    )
  }
  /** Only the month of the visible day is shown, so this skips renders within the same month. */
  const see = useCallback(
    (day: number) =>
      setSeen((before) => {
        const [now, next] = [before, day].map((visible) => sheet.days[visible - sheet.first]?.iso.slice(0, 7))
        return now === next || next === undefined ? before : day
      }),
    [sheet],
  )
  function look(day: number) {
    const within = Math.min(Math.max(day, sheet.first), sheet.last)
    setSeen(within)
    setGoTo({ day: within })
  }
  async function show(next: RatesCalendar, what: Outcome) {
    drop()
    setOutcome(what)
    desk.show({ calendar: next, changes: await api.getRateChanges({}).catch(() => changes) })
  }
  async function undo(id: number) {
    try {
      const { calendar: next, ...undone } = await api.undoRates({ id })
      await show(next, { kind: 'undone', ...undone })
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
      onApplied={({ calendar: next, id, nights: changed }) => void show(next, { kind: 'applied', id, nights: changed })}
      onBack={() => setOpen(false)}
      onDrop={dropAndReturn}
    />
  )
  if (panel && !isWide) return panel
  const shown = { sheet, selection, edit, onSeen: see, onSelect: select, onChosen: chosen, onOpen: open }
  return (
    <div className={styles.page} data-open={panel ? '' : undefined}>
      <div className={styles.main}>
        <ListHead title={t('rates.title')}>
          {!isWide && <Rooms sheet={sheet} room={shownRoom} onRoom={setRoom} />}
          <Months sheet={sheet} seen={seen} onLook={look} />
          {!panel && isWide && (
            <Button
              look="secondary"
              onClick={() => {
                select({ rooms: [sheet.rooms[0]!.id], from: sheet.today, to: sheet.today, weekdays: null })
                open()
              }}
            >
              {t('rates.change')}
            </Button>
          )}
        </ListHead>
        {outcome && <Told outcome={outcome} sheet={sheet} onUndo={undo} />}
        {isWide ? <RatesGrid {...shown} goTo={goTo} /> : <RatesMonth {...shown} room={shownRoom} day={seen} />}
        <Legend isWide={isWide} />
        <Changes first={changes} onUndo={undo} />
        {!isWide && (
          <ActBar hidden={!selection}>
            <Button onClick={() => open()}>
              {selection && translator.count('rates.change_nights', sizeOf(selection))}
            </Button>
            <Button look="secondary" onClick={drop}>
              {t('rates.drop')}
            </Button>
          </ActBar>
        )}
      </div>
      {panel && <div className={styles.side}>{panel}</div>}
    </div>
  )
}

const Rooms = ({ sheet, room, onRoom }: { sheet: Sheet; room: number; onRoom: (room: number) => void }) => (
  <SelectField
    label={useWords().t('rates.room')}
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
function Months({ sheet, seen, onLook }: { sheet: Sheet; seen: number; onLook: (day: number) => void }) {
  const translator = useWords()
  const { t } = translator
  const months = sheet.days.filter(({ month }) => month !== null)
  const now = months.findLast(({ day }) => day <= seen) ?? months[0]!
  const at = months.indexOf(now)
  const step = (by: number) => {
    const next = months[at + by]
    if (next) onLook(next.day)
  }
  return (
    <div className={styles.months}>
      <Button look="secondary" aria-label={t('calendar.previous')} disabled={at === 0} onClick={() => step(-1)}>
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
            {monthIn(translator, iso)}
          </option>
        ))}
      </select>
      <Button
        look="secondary"
        aria-label={t('calendar.next')}
        disabled={at === months.length - 1}
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
  const { t } = useWords()
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
