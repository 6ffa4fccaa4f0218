import styles from './fact-list.module.css'

/** Facts, each under what it is about; beside one another where there is room. */
export const FactList = ({ facts }: { facts: readonly { label: string; text: string }[] }) => (
  <dl className={styles.facts}>
    {facts.map(({ label, text }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
)
