import type { ReactNode } from 'react'
import styles from './choice.module.css'

/** One of a few, each with its radio button. With `onChoose` whoever draws it keeps what is chosen; else the form does. */
export function Choice<Value extends string>({
  legend,
  name,
  options,
  chosen,
  onChoose,
}: {
  legend: ReactNode
  name: string
  options: readonly (readonly [value: Value, label: ReactNode])[]
  /** At first, or now if it is kept elsewhere. */
  chosen: Value
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
              ? { checked: value === chosen, onChange: () => onChoose(value) }
              : { defaultChecked: value === chosen })}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
