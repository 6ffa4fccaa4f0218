import { CostTable } from '../../policies/terms-summary.tsx'
import type { RoomRule } from '../../rooms/contract.ts'
import styles from './room-rules.module.css'

/** The rules for every stay in a room, and other facts for guests. */
export const RoomRules = ({ rules }: { rules: readonly RoomRule[] }) => (
  <dl className={styles.rules}>
    {rules.map(({ label, text, fees }) => (
      <div key={label}>
        <dt className="bold">{label}</dt>
        <dd>
          {fees?.note}
          {fees && <CostTable rows={fees.rows} />}
          {text}
        </dd>
      </div>
    ))}
  </dl>
)
