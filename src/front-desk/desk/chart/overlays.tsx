import type { Geometry } from './geometry.ts'
import { getAllowedMoves } from './limits.ts'
import type { Bar, Chart, Target } from './model.ts'
import styles from './overlays.module.css'

/** Shows the target of a moved stay, or selected nights. */
export const Ghost = ({ geometry, target, name }: { geometry: Geometry; target: Target; name: string }) => (
  <div className={styles.line} aria-hidden="true" style={getLineStyle(geometry, target.row)}>
    <div className={styles.ghost} data-ghost style={{ gridColumn: `${target.from + 2} / ${target.to + 2}` }}>
      {name}
    </div>
  </div>
)

/**
 * Handles at both ends of a stay, large enough for a thumb. They are beside the bar, because a bar of one night has no
 * space for them. Hidden from screen readers: the keyboard resizes a stay as well.
 */
export function Grips({ chart, geometry, bar }: { chart: Chart; geometry: Geometry; bar: Bar }) {
  const allowedMoves = getAllowedMoves(chart, bar)
  const cellKey = `${bar.row}:${bar.from}`
  return (
    <div className={styles.line} aria-hidden="true" style={getLineStyle(geometry, bar.row)}>
      <div className={styles.grips} style={{ gridColumn: `${bar.from + 2} / ${bar.to + 2}` }}>
        {allowedMoves.start && (
          <span className={styles.grip} data-grip="start" data-cell={cellKey} data-inside={bar.from === 0} />
        )}
        {allowedMoves.end && (
          <span className={styles.grip} data-grip="end" data-cell={cellKey} data-inside={bar.to === chart.days} />
        )}
      </div>
    </div>
  )
}

const getLineStyle = ({ tops, lineByRow }: Geometry, row: number) => ({
  transform: `translateY(${tops[lineByRow[row]!]}px)`,
})
