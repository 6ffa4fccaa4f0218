import type { ReactNode } from 'react'
import styles from './radio-group.module.css'

/**
 * Radio buttons for one of a few values. With `onChoose` the parent component stores the value; otherwise the form
 * does.
 */
export function Choice<Value extends string>({
  legend,
  name,
  options,
  value: currentValue,
  onChoose,
}: {
  legend: ReactNode
  name: string
  options: readonly (readonly [value: Value, label: ReactNode])[]
  /** The initial value, or the current one if the parent stores it. */
  value: Value
  onChoose?: (value: Value) => void
}) {
  return (
    <fieldset className={styles.choice}>
      <legend>{legend}</legend>
      {options.map(([value, label]) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            value={value}
            {...(onChoose
              ? { checked: value === currentValue, onChange: () => onChoose(value) }
              : { defaultChecked: value === currentValue })}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
