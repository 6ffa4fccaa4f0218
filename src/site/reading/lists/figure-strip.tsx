import { Figure } from '../../home/figure.tsx'
import type { KeyFigure } from '../../home/key-figures.ts'
import styles from './figure-strip.module.css'

/** Large figures with their meanings, on deep teal. */
export const FigureStrip = ({ figures }: { figures: readonly Pick<KeyFigure, 'figure' | 'meaning'>[] }) => (
  <div className="on-dark">
    <dl className={`container ${styles.figures}`}>
      {figures.map(({ figure, meaning }) => (
        <div key={meaning}>
          <dt>{meaning}</dt>
          <dd>
            <Figure text={figure} />
          </dd>
        </div>
      ))}
    </dl>
  </div>
)
