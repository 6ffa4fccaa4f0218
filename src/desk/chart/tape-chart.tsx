import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ApiError } from '../../platform/errors.ts'
import { isoDay } from '../../platform/day.ts'
import { navigate, useApi, usePlace, useWords } from '../../platform/pages/page.tsx'
import { officeHref, officePages } from '../../urls-office.ts'
import type { DeskApi } from '../contract.ts'
import type { StayApi } from '../stay/contract.ts'
import { useActDone } from '../stay/use-act.tsx'
import { ChartRow } from './chart-row.tsx'
import { DateHead, KindHead } from './heads.tsx'
import { useGeometry } from './geometry.ts'
import { isPlain, isSame } from './limits.ts'
import { barAt, partsMoved, sameBar, sameRow, type Bar, type Chart, type Target } from './model.ts'
import { MovePanel } from './move-panel.tsx'
import { NightsPanel } from './nights-panel.tsx'
import { daysSaid } from './said.ts'
import styles from './tape-chart.module.css'
import { useDrag } from './use-drag.ts'
import { useKeys, type Moving, type Spot } from './use-keys.ts'
import { useSeen } from './use-seen.ts'

/** The chart itself, as the grid of the ARIA practices: one stop of Tab, arrows within it, and every gesture by keys too. */
export function TapeChart({ chart, today }: { chart: Chart; today: string }) {
  const words = useWords()
  const { t, language } = words
  const api = useApi<DeskApi & StayApi>()
  const { query } = usePlace()
  const onActDone = useActDone()
  const geometry = useGeometry(chart)
  const days = useMemo(() => daysSaid(chart, words), [chart, words])
  const [focus, setFocus] = useState<Spot>({ row: 0, at: Math.min(Math.max(chart.today, 0), chart.days - 1) })
  const [moving, setMoving] = useState<Moving | null>(null)
  const [nights, setNights] = useState<Target | null>(null)
  const [said, setSaid] = useState('')
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const hasFocus = useRef(false)
  const spot: Spot = { row: Math.min(focus.row, chart.rows.length - 1), at: Math.min(focus.at, chart.days - 1) }
  const seen = useSeen(chart, geometry, scroller, body, geometry.lineOf[spot.row])

  const dropped = useRef<{ stay: number; from: number } | null>(null)
  const before = useRef(chart)
  // Whatever another desk does meanwhile: what is held stays held, as long as nobody has changed it.
  useEffect(() => {
    const was = before.current
    before.current = chart
    setMoving((now) => now && carriedOver(now, was, chart))
    setNights((now) => now && rowOver(now, was, chart))
    const { stay, from } = dropped.current ?? {}
    const bar = chart.rows.flatMap(({ bars }) => bars).find((each) => each.stay?.id === stay && each.from === from)
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
  // Its cell may be another one now. Who has scrolled away is not fetched back for that.
  useEffect(() => {
    if (hasFocus.current) focusedCell()?.focus({ preventScroll: true })
  }, [chart])

  // Who was looked for is gone to once: what changes afterwards fetches nobody back.
  const found = query.get('find')
  const wentTo = useRef<string | null>(null)
  useEffect(() => {
    if (!found || wentTo.current === found) return
    wentTo.current = found
    void api.getDeskStay({ code: found }).then(
      ({ rooms }) => {
        const ids = rooms.map(({ booking }) => booking)
        const bar = chart.rows.flatMap(({ bars }) => bars).find(({ stay }) => stay && ids.includes(stay.id))
        if (bar) goTo({ row: bar.row, at: bar.from })
      },
      () => {},
    )
  }, [api, chart, found, goTo])

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
      // What refused it is said, and stays until it was read.
      setSaid(error instanceof ApiError ? error.message : '')
      setMoving({ bar, target, isHeld: false })
    }
  }

  const onPointerDown = useDrag(
    chart,
    geometry,
    { scroller, body, ghost },
    { onDrop: (bar, target) => void drop(bar, target), onChoose: setNights },
  )

  async function open({ stay, closure, row, from, to }: Bar) {
    if (closure) return setNights({ row, from, to })
    const code = await api.getStayCode({ booking: stay!.id }).then(
      (answer) => answer.code,
      () => null,
    )
    if (code) navigate(officeHref('stay', code), language)
  }

  function enter({ row, at }: Spot) {
    const bar = barAt(chart.rows[row]!, at)
    if (bar) void open(bar)
    else if (chart.rows[row]!.unit) setNights({ row, from: at, to: at + 1 })
  }

  const onKeyDown = useKeys({ chart, spot, moving, goTo, enter, drop, setMoving, setSaid, scroller })

  return (
    <div className={styles.place}>
      <div className={styles.scroller} ref={scroller}>
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
          {/* Focus and gestures of all cells, for none of them lives long. */}
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
            onClick={({ target }) => {
              const cell = (target as HTMLElement).closest<HTMLElement>('[data-cell]')
              const [row, at] = cell?.dataset['cell']?.split(':').map(Number) ?? []
              if (row !== undefined && at !== undefined) enter({ row, at })
            }}
          >
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
                />
              )
            })}
            {moving && (
              <div
                className={styles.target}
                aria-hidden="true"
                style={{ transform: `translateY(${geometry.tops[geometry.lineOf[moving.target.row]!]}px)` }}
              >
                <div
                  className={styles.ghost}
                  style={{ gridColumn: `${moving.target.from + 2} / ${moving.target.to + 2}` }}
                >
                  {moving.bar.stay!.name}
                </div>
              </div>
            )}
            <div ref={ghost} className={styles.ghost} hidden aria-hidden="true" />
          </div>
        </div>
      </div>
      <p role="status" className="visually-hidden">
        {said}
      </p>
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

function rowOver(target: Target, was: Chart, is: Chart): Target | null {
  if (was.first !== is.first || was.days !== is.days) return null
  const row = sameRow(is, was.rows[target.row]!)
  return row < 0 ? null : { ...target, row }
}
