import { useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { ChartLines } from './chart-lines.tsx'
import { DateHead } from './heads.tsx'
import { useGeometry, type Geometry } from './geometry.ts'
import { findBarAt, findBar, type Chart } from './model.ts'
import { MovePanel } from './move-panel.tsx'
import { NightsPanel } from './nights-panel.tsx'
import overlays from './overlays.module.css'
import { Ghost, Grips } from './overlays.tsx'
import { StaySheet } from './stay-sheet.tsx'
import styles from './tape-chart.module.css'
import { findCellPosition, type CellPosition } from './spot.ts'
import { useCellFocus } from './hooks/use-cell-focus.ts'
import { useDrag } from './hooks/use-drag.ts'
import { useKeys } from './hooks/use-keys.ts'
import { useScrollToSelection } from './hooks/use-scroll-to-selection.ts'
import { useNightSelection } from './hooks/use-night-selection.ts'
import { useOpenStay } from './hooks/use-open-stay.ts'
import { useStayMove } from './hooks/use-stay-move.ts'
import { useVisibleRange } from './hooks/use-visible-range.ts'

/** The chart as an ARIA grid: one tab stop, arrow keys inside, and keyboard alternatives to the gestures. */
export function TapeChart({ chart, today }: { chart: Chart; today: string }) {
  const sheet = useOpenStay()
  const geometry = useGeometry(chart)
  const scroller = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const [announcement, announce] = useState('')
  const { cellPosition, focusCell, onFocus, onBlur } = useCellFocus(chart, body)
  const visibleRange = useVisibleRange(chart, geometry, scroller, body, geometry.lineByRow[cellPosition.row])
  const { activeMove, setActiveMove, drop } = useStayMove(chart, focusCell, announce)
  const {
    pendingSelection,
    setPendingSelection: setSelection,
    selection,
    nights,
    setNights,
    openNightsAt,
  } = useNightSelection(chart)
  /** The stay selected by touch. Shows handles at its ends. */
  const [gripTarget, setGripTarget] = useState<{ stay: number; from: number } | null>(null)
  const gripBar = gripTarget && findBar(chart, gripTarget.stay, gripTarget.from)
  const openStay = chart.stays.find(({ id }) => id === sheet.stay)
  useScrollToSelection(
    body,
    [sheet.stay, activeMove && !activeMove.isHeld && 'move', nights && 'nights'].filter(Boolean).join(' '),
  )

  function activate(cell: CellPosition) {
    const stay = findBarAt(chart.rows[cell.row]!, cell.night)?.stay
    if (stay) sheet.open(stay.id)
    else openNightsAt(cell)
  }
  function onClick({ target, nativeEvent }: MouseEvent) {
    const cell = findCellPosition(target)
    if (!cell) return
    const bar = findBarAt(chart.rows[cell.row]!, cell.night)
    const isTouch = (nativeEvent as PointerEvent).pointerType === 'touch'
    setGripTarget(isTouch && bar?.stay ? { stay: bar.stay.id, from: bar.from } : null)
    activate(cell)
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
  const onKeyDown = useKeys({
    chart,
    cellPosition,
    activeMove,
    selection: pendingSelection,
    focusCell,
    activate,
    drop,
    setActiveMove,
    setSelection,
    announce,
    scroller,
  })
  return (
    <div className={styles.place}>
      <div className={styles.scroller} ref={scroller} data-beside={sheet.stay === null ? undefined : true}>
        <Grid chart={chart} geometry={geometry}>
          <DateHead chart={chart} today={today} />
          {/* Handles focus and gestures of all cells, because cells are short-lived. */}
          <div
            role="rowgroup"
            ref={body}
            className={styles.body}
            style={{ height: geometry.height }}
            {...{ onKeyDown, onPointerDown, onFocus, onBlur, onClick }}
          >
            <ChartLines
              {...{ chart, geometry, visible: visibleRange, cellPosition, activeMove, openStay, selection }}
            />
            {activeMove && <Ghost geometry={geometry} target={activeMove.target} name={activeMove.bar.stay!.name} />}
            {selection && <Ghost geometry={geometry} target={selection} name="" />}
            {gripBar && !activeMove && <Grips chart={chart} geometry={geometry} bar={gripBar} />}
            <div ref={ghost} className={overlays.ghost} data-free hidden aria-hidden="true" />
          </div>
        </Grid>
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
            focusCell(bar ? { row: bar.row, night: bar.from } : cellPosition)
          }}
        />
      )}
      {activeMove && !activeMove.isHeld && (
        <MovePanel
          chart={chart}
          bar={activeMove.bar}
          target={activeMove.target}
          onClose={() => {
            setActiveMove(null)
            focusCell({ row: activeMove.bar.row, night: activeMove.bar.from })
          }}
        />
      )}
      {nights && (
        <NightsPanel
          chart={chart}
          nights={nights}
          onClose={() => {
            setNights(null)
            focusCell({ row: nights.row, night: nights.from })
          }}
        />
      )}
    </div>
  )
}

function Grid({ chart, geometry, children }: { chart: Chart; geometry: Geometry; children: ReactNode }) {
  return (
    <div
      role="grid"
      aria-label={useTranslator().t('desk.chart')}
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
      {children}
    </div>
  )
}
