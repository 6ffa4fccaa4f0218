import { useId, type ReactNode } from 'react'
import styles from './remove-button.module.css'

/** Takes one out of a list. Why it cannot stay stands below, and is heard with the button. */
export function RemoveButton({
  children,
  refused,
  onRemove,
}: {
  children: ReactNode
  refused: string | undefined
  onRemove: () => void
}) {
  const id = useId()
  return (
    <>
      <button
        type="button"
        className={styles.remove}
        aria-describedby={refused && id}
        data-refused={refused && ''}
        onClick={onRemove}
      >
        {children}
      </button>
      {refused && (
        <p id={id} className={styles.refused}>
          {refused}
        </p>
      )}
    </>
  )
}
