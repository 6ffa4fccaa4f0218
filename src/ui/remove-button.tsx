import { useId, type ReactNode } from 'react'
import styles from './remove-button.module.css'

/**
 * A button that removes an item from a list. If the item cannot be removed, the reason appears below and describes the
 * button.
 */
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
        <p id={id} className={styles.refused} role="alert">
          {refused}
        </p>
      )}
    </>
  )
}
