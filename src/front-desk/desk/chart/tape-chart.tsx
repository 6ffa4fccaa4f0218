import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { isoDay } from '#platform/day.ts'
import { navigate, useApi, useWords } from '#platform/pages/page.tsx'
import { officePages } from '#routes/office.ts'
import type { DeskApi } from '../contract.ts'
import { useActDone } from '../stay/use-act.tsx'
import { ChartRow } from './chart-row.tsx'
import { DateHead, KindHead } from './heads.tsx'
import { useGeometry } from './geometry.ts'
import { isPlain, isSame } from './limits.ts'
import {
  barAt,
  barOfStay,
  freeNights,
  partsMoved,
  sameBar,
  sameRow,
  type Bar,
  type Chart,
  type Target,
} from './model.ts'
import { MovePanel } from './move-panel.tsx'
import { Names } from './names.tsx'
import { NightsPanel } from './nights-panel.tsx'
import overlays from './overlays.module.css'
import { Ghost, Grips } from './overlays.tsx'
import { daysSaid } from './said.ts'
import { StaySheet } from './stay-sheet.tsx'
import styles from './tape-chart.module.css'
import { useDrag } from './use-drag.ts'
import { useFound } from './use-found.ts'
import { useKeys, type Choosing, type Moving, type Spot } from './use-keys.ts'
import { useSeen } from './use-seen.ts'
import { useSheet } from './use-sheet.ts'

/** The chart as an ARIA grid: one tab stop, arrow keys inside, and a keyboard alternative for every gesture. */
export function TapeChart({ chart, today }: { chart: Chart; today: string }) {
  const translator = useWords()
  const { t, language } = translator
  const api = useApi<DeskApi>()
  const sheet = useSheet()
  const onActDone = useActDone()
  const geometry = useGeometry(chart)
  const days = useMemo(() => daysSaid(chart, translator), [chart, translator])
  const [focus, setFocus] = useState<Spot>({ row: 0, at: Math.min(Math.max(chart.today, 0), chart.days - 1) })
  const [moving, setMoving] = useState<Moving | null>(null)
  const [nights, setNights] = useState<Target | null>(null)
  const [choosing, setChoosing] = useState<Choosing | null>(null)
  /** The stay selected by touch. Shows handles at its ends. */
  const [gripped, setGripped] = useState<{ stay: number; from: number } | null>(null)
  const [said, setSaid] = useState('')
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const hasFocus = useRef(false)
  const spot: Spot = { row: Math.min(focus.row, chart.rows.length - 1), at: Math.min(focus.at, chart.days - 1) }
  const seen = useSeen(chart, geometry, scroller, body, geometry.lineOf[spot.row])

  const dropped = useRef<{ stay: number; from: number } | null>(null)
  const before = useRef(chart)
  // Keeps the current selection when a new chart arrives, unless its stay was changed.
  useEffect(() => {
    const was = before.current
    before.current = chart
    setMoving((now) => now && carriedOver(now, was, chart))
    setNights((now) => now && rowOver(now, was, chart))
    setChoosing((now) => now && rowOver(now, was, chart))
    const bar = dropped.current && barOfStay(chart, dropped.current.stay, dropped.current.from)
    if (!bar) return
    dropped.current = null
    hasFocus.current = true
    setFocus({ row: bar.row, at: bar.from })
  }, [chart])

  const focusedCell = () => body.current?.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')
  const goTo = useCallback((to: Spot) => {
    hasFocus.current = true
    setFocus(to)
  }, [])
  useEffect(() => {
    if (!hasFocus.current) return
    const cell = focusedCell()
    cell?.focus()
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [focus])
  // The focused cell may be a new element. Do not scroll back to it.
  useEffect(() => {
    if (hasFocus.current) focusedCell()?.focus({ preventScroll: true })
  }, [chart])

  useFound(chart, goTo)

  async function drop(held: Bar, target: Target) {
    const bar = sameBar(chart, held) ?? held
    if (isSame(bar, target)) return setMoving(null)
    if (!isPlain(chart, bar, target)) return setMoving({ bar, target, isHeld: false })
    setMoving({ bar, target, isHeld: true })
    try {
      const { id, version } = bar.stay!
      const changes = [{ booking: id, version, parts: partsMoved(chart, bar, target) }]
      onActDone(await api.arrangeStays({ changes }))
      dropped.current = { stay: id, from: target.from }
    } catch (error) {
      // Announces the error and shows it in the panel.
      setSaid(error instanceof ApiError ? error.message : '')
      setMoving({ bar, target, isHeld: false })
    }
  }

  const onPointerDown = useDrag(
    chart,
    geometry,
    { scroller, body, ghost },
    {
      onDrop: (bar, target) => void drop(bar, target),
      onChoose: setNights,
      onHold: ({ stay, from }) => setGripped({ stay: stay!.id, from }),
    },
  )

  const chosen = useMemo(() => choosing && freeNights(chart, choosing.row, choosing.at, choosing.to), [chart, choosing])

  function enter({ row, at }: Spot) {
    const bar = barAt(chart.rows[row]!, at)
    if (bar?.stay) return sheet.open(bar.stay.id)
    const free = chosen?.row === row && chosen.from <= at && at < chosen.to ? chosen : freeNights(chart, row, at, at)
    const which = bar ?? free
    setNights(which && { row, from: which.from, to: which.to })
    setChoosing(null)
  }

  const onKeyDown = useKeys({
    chart,
    spot,
    moving,
    choosing,
    goTo,
    enter,
    drop,
    setMoving,
    setChoosing,
    setSaid,
    scroller,
  })

  const inHand = gripped && barOfStay(chart, gripped.stay, gripped.from)
  const opened = sheet.stay === null ? undefined : chart.stays.find(({ id }) => id === sheet.stay)
  return (
    <div className={styles.place}>
      <div
        className={styles.scroller}
        ref={scroller}
        data-beside={sheet.stay === null ? undefined : true}
        inert={sheet.coversAll}
      >
        <div
          role="grid"
          aria-label={t('desk.chart')}
          aria-rowcount={chart.lines.length + 1}
          aria-colcount={chart.days + 1}
          className={styles.chart}
          style={
            {
              '--days': chart.days,
              '--row-height': `${geometry.rowHeight}px`,
              '--kind-height': `${geometry.headHeight}px`,
            } as object
          }
        >
          <DateHead chart={chart} today={today} />
          {/* Handles focus and gestures of all cells, because cells are short-lived. */}
          <div
            role="rowgroup"
            ref={body}
            className={styles.body}
            style={{ height: geometry.height }}
            onKeyDown={onKeyDown}
            onPointerDown={onPointerDown}
            onFocus={({ target }) => {
              const [row, at] = target.dataset['cell']?.split(':').map(Number) ?? []
              if (row !== undefined && at !== undefined && (row !== spot.row || !covers(chart, spot, at)))
                setFocus({ row, at })
              hasFocus.current = true
            }}
            onBlur={({ relatedTarget }) => {
              if (relatedTarget && !body.current?.contains(relatedTarget)) hasFocus.current = false
            }}
            onClick={({ target, nativeEvent }) => {
              const cell = (target as HTMLElement).closest<HTMLElement>('[data-cell]')
              const [row, at] = cell?.dataset['cell']?.split(':').map(Number) ?? []
              if (row === undefined || at === undefined) return
              const bar = barAt(chart.rows[row]!, at)
              const isTouch = (nativeEvent as PointerEvent).pointerType === 'touch'
              setGripped(isTouch && bar?.stay ? { stay: bar.stay.id, from: bar.from } : null)
              enter({ row, at })
            }}
          >
            <Names chart={chart} geometry={geometry} lines={seen.lines} />
            {seen.lines.map((line) => {
              const what = chart.lines[line]!
              const top = geometry.tops[line]!
              if ('head' in what)
                return <KindHead key={`kind ${what.head.id}`} kind={what.head} seen={seen.days} line={line} top={top} />
              const row = chart.rows[what.row]!
              return (
                <ChartRow
                  key={row.key}
                  chart={chart}
                  days={days}
                  seen={seen.days}
                  row={row}
                  place={what.row}
                  line={line}
                  top={top}
                  focusedAt={spot.row === what.row ? spot.at : null}
                  held={moving?.bar.row === what.row ? moving.bar : null}
                  opened={opened?.bars.some((bar) => bar.row === what.row) ? opened.id : null}
                  chosen={chosen?.row === what.row ? chosen : null}
                />
              )
            })}
            {moving && <Ghost chart={chart} geometry={geometry} at={moving.target} name={moving.bar.stay!.name} />}
            {chosen && <Ghost chart={chart} geometry={geometry} at={chosen} name="" />}
            {inHand && !moving && <Grips chart={chart} geometry={geometry} bar={inHand} />}
            <div ref={ghost} className={overlays.ghost} data-free hidden aria-hidden="true" />
          </div>
        </div>
      </div>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      {sheet.stay !== null && (
        <StaySheet
          key={sheet.stay}
          chart={chart}
          booking={sheet.stay}
          onClose={() => {
            sheet.close()
            const bar = opened?.bars[0]
            goTo(bar ? { row: bar.row, at: bar.from } : spot)
          }}
        />
      )}
      {moving && !moving.isHeld && (
        <MovePanel
          chart={chart}
          bar={moving.bar}
          target={moving.target}
          onClose={() => {
            setMoving(null)
            goTo({ row: moving.bar.row, at: moving.bar.from })
          }}
        />
      )}
      {nights && (
        <NightsPanel
          chart={chart}
          nights={nights}
          onBook={(from, to, unit) =>
            navigate(`${officePages.newBooking}?from=${isoDay(from)}&to=${isoDay(to)}&unit=${unit}`, language)
          }
          onClose={() => {
            setNights(null)
            goTo({ row: nights.row, at: nights.from })
          }}
        />
      )}
    </div>
  )
}

const covers = (chart: Chart, { row, at }: Spot, night: number): boolean => {
  const bar = barAt(chart.rows[row]!, at)
  return bar ? bar.from <= night && night < bar.to : at === night
}

function carriedOver({ bar, target, isHeld }: Moving, was: Chart, is: Chart): Moving | null {
  const [same, over] = [sameBar(is, bar), rowOver(target, was, is)]
  return same && over ? { bar: same, target: over, isHeld } : null
}

function rowOver<Place extends { row: number }>(place: Place, was: Chart, is: Chart): Place | null {
  if (was.first !== is.first || was.days !== is.days) return null
  const row = sameRow(is, was.rows[place.row]!)
  return row < 0 ? null : { ...place, row }
}
