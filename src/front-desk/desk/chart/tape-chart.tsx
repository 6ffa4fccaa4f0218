import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { isoDay } from '#platform/day.ts'
import { navigate, useApi, useTranslator } from '#platform/pages/page.tsx'
import { officePages } from '#routes/office.ts'
import type { DeskApi } from '../contract.ts'
import { useOperationToast } from '../stay/use-operation-toast.tsx'
import { ChartRow } from './chart-row.tsx'
import { DateHead, KindHead } from './heads.tsx'
import { useGeometry } from './geometry.ts'
import { needsNoPreview, isSamePosition } from './limits.ts'
import {
  barAt,
  findBar,
  findFreeNights,
  partsAfterMove,
  findSameBar,
  findSameRow,
  type Bar,
  type Chart,
  type Target,
} from './model.ts'
import { MovePanel } from './move-panel.tsx'
import { Names } from './line-names.tsx'
import { NightsPanel } from './nights-panel.tsx'
import overlays from './overlays.module.css'
import { Ghost, Grips } from './overlays.tsx'
import { dayLabels } from './labels.ts'
import { StaySheet } from './stay-sheet.tsx'
import styles from './tape-chart.module.css'
import { useDrag } from './use-drag.ts'
import { useFocusFoundStay } from './use-focus-found-stay.ts'
import { useKeys, type Choosing, type Moving, type Spot } from './use-keys.ts'
import { useVisibleRange } from './use-visible-range.ts'
import { useOpenStay } from './use-open-stay.ts'

/** The chart as an ARIA grid: one tab stop, arrow keys inside, and a keyboard alternative for every gesture. */
export function TapeChart({ chart, today }: { chart: Chart; today: string }) {
  const translator = useTranslator()
  const { t, language } = translator
  const api = useApi<DeskApi>()
  const sheet = useOpenStay()
  const showOperationToast = useOperationToast()
  const geometry = useGeometry(chart)
  const days = useMemo(() => dayLabels(chart, translator), [chart, translator])
  const [focus, setFocus] = useState<Spot>({ row: 0, at: Math.min(Math.max(chart.today, 0), chart.days - 1) })
  const [moving, setMoving] = useState<Moving | null>(null)
  const [nights, setNights] = useState<Target | null>(null)
  const [choosing, setChoosing] = useState<Choosing | null>(null)
  /** The stay selected by touch. Shows handles at its ends. */
  const [gripTarget, setGripTarget] = useState<{ stay: number; from: number } | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const hasFocus = useRef(false)
  const spot: Spot = { row: Math.min(focus.row, chart.rows.length - 1), at: Math.min(focus.at, chart.days - 1) }
  const visible = useVisibleRange(chart, geometry, scroller, body, geometry.lineOf[spot.row])

  const lastDrop = useRef<{ stay: number; from: number } | null>(null)
  const previousChart = useRef(chart)
  // Keeps the current selection when a new chart arrives, unless its stay was changed.
  useEffect(() => {
    const previous = previousChart.current
    previousChart.current = chart
    setMoving((now) => now && carryOver(now, previous, chart))
    setNights((now) => now && carryRowOver(now, previous, chart))
    setChoosing((now) => now && carryRowOver(now, previous, chart))
    const bar = lastDrop.current && findBar(chart, lastDrop.current.stay, lastDrop.current.from)
    if (!bar) return
    lastDrop.current = null
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

  useFocusFoundStay(chart, goTo)

  async function drop(droppedBar: Bar, target: Target) {
    const bar = findSameBar(chart, droppedBar) ?? droppedBar
    if (isSamePosition(bar, target)) return setMoving(null)
    if (!needsNoPreview(chart, bar, target)) return setMoving({ bar, target, isHeld: false })
    setMoving({ bar, target, isHeld: true })
    try {
      const { id, version } = bar.stay!
      const changes = [{ booking: id, version, parts: partsAfterMove(chart, bar, target) }]
      showOperationToast(await api.arrangeStays({ changes }))
      lastDrop.current = { stay: id, from: target.from }
    } catch (error) {
      // Announces the error and shows it in the panel.
      setAnnouncement(error instanceof ApiError ? error.message : '')
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
      onHold: ({ stay, from }) => setGripTarget({ stay: stay!.id, from }),
    },
  )

  const selection = useMemo(
    () => choosing && findFreeNights(chart, choosing.row, choosing.at, choosing.to),
    [chart, choosing],
  )

  function activate({ row, at }: Spot) {
    const bar = barAt(chart.rows[row]!, at)
    if (bar?.stay) return sheet.open(bar.stay.id)
    const free =
      selection?.row === row && selection.from <= at && at < selection.to
        ? selection
        : findFreeNights(chart, row, at, at)
    const span = bar ?? free
    setNights(span && { row, from: span.from, to: span.to })
    setChoosing(null)
  }

  const onKeyDown = useKeys({
    chart,
    spot,
    moving,
    choosing,
    goTo,
    activate,
    drop,
    setMoving,
    setChoosing,
    announce: setAnnouncement,
    scroller,
  })

  const gripBar = gripTarget && findBar(chart, gripTarget.stay, gripTarget.from)
  const openStay = sheet.stay === null ? undefined : chart.stays.find(({ id }) => id === sheet.stay)
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
              setGripTarget(isTouch && bar?.stay ? { stay: bar.stay.id, from: bar.from } : null)
              activate({ row, at })
            }}
          >
            <Names chart={chart} geometry={geometry} lines={visible.lines} />
            {visible.lines.map((line) => {
              const content = chart.lines[line]!
              const top = geometry.tops[line]!
              if ('head' in content)
                return (
                  <KindHead
                    key={`kind ${content.head.id}`}
                    kind={content.head}
                    drawnDays={visible.days}
                    line={line}
                    top={top}
                  />
                )
              const row = chart.rows[content.row]!
              return (
                <ChartRow
                  key={row.key}
                  chart={chart}
                  days={days}
                  drawnDays={visible.days}
                  row={row}
                  rowIndex={content.row}
                  line={line}
                  top={top}
                  focusedAt={spot.row === content.row ? spot.at : null}
                  heldBar={moving?.bar.row === content.row ? moving.bar : null}
                  openStay={openStay?.bars.some((bar) => bar.row === content.row) ? openStay.id : null}
                  selection={selection?.row === content.row ? selection : null}
                />
              )
            })}
            {moving && <Ghost chart={chart} geometry={geometry} at={moving.target} name={moving.bar.stay!.name} />}
            {selection && <Ghost chart={chart} geometry={geometry} at={selection} name="" />}
            {gripBar && !moving && <Grips chart={chart} geometry={geometry} bar={gripBar} />}
            <div ref={ghost} className={overlays.ghost} data-free hidden aria-hidden="true" />
          </div>
        </div>
      </div>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      {sheet.stay !== null && (
        <StaySheet
          key={sheet.stay}
          chart={chart}
          booking={sheet.stay}
          onClose={() => {
            sheet.close()
            const bar = openStay?.bars[0]
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

function carryOver({ bar, target, isHeld }: Moving, previous: Chart, current: Chart): Moving | null {
  const [newBar, newTarget] = [findSameBar(current, bar), carryRowOver(target, previous, current)]
  return newBar && newTarget ? { bar: newBar, target: newTarget, isHeld } : null
}

function carryRowOver<Position extends { row: number }>(
  position: Position,
  previous: Chart,
  current: Chart,
): Position | null {
  if (previous.first !== current.first || previous.days !== current.days) return null
  const row = findSameRow(current, previous.rows[position.row]!)
  return row < 0 ? null : { ...position, row }
}
