import styles from './fact-list.module.css'

/** Facts with their labels, side by side where there is space. */
export const FactList = ({ facts }: { facts: readonly { label: string; text: string }[] }) => (
  <dl className={styles.facts}>
    {facts.map(({ label, text }) => (
      <div key={label}>
        <dt className="small">{label}</dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
)
