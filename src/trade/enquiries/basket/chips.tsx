import { useId } from 'react'
import styles from './chips.module.css'

export interface Chip {
  value: string
  name: string
}

/** A group of checkboxes for choosing several options. */
export function Chips({
  label,
  about,
  offered,
  chosen,
  error,
  onChange,
}: {
  label: string
  /** The subject of the choice, for screen readers only. */
  about: string
  offered: readonly Chip[]
  chosen: readonly string[]
  error: string | undefined
  onChange: (chosen: string[]) => void
}) {
  const id = useId()
  if (offered.length === 0) return null
  const toggle = (value: string) =>
    onChange(
      offered
        .map((chip) => chip.value)
        .filter((option) => (option === value ? !chosen.includes(option) : chosen.includes(option))),
    )
  return (
    <fieldset className={styles.group} aria-describedby={error && id}>
      <legend>
        {label}
        <span className="visually-hidden">: {about}</span>
      </legend>
      <div className="row-2">
        {offered.map(({ value, name }, index) => (
          <label key={value} className={styles.chip}>
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              data-refused={error && index === 0 ? '' : undefined}
              onChange={() => toggle(value)}
            />
            {name}
          </label>
        ))}
      </div>
      {error && (
        <p id={id} className={styles.wrong}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
