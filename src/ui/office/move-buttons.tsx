import { useTranslator } from '#platform/pages/page.tsx'
import { Icon } from '../icons.tsx'
import styles from './move-buttons.module.css'

/** Buttons that move an item up or down or remove it, without a mouse. */
export function MoveButtons<Item>({
  list,
  at: index,
  name,
  onMove,
  isRemovable = false,
}: {
  list: readonly Item[]
  at: number
  name: string
  onMove: (list: Item[]) => void
  isRemovable?: boolean
}) {
  const { t } = useTranslator()
  const move = (to: number) => {
    if (to >= 0 && to < list.length) onMove(moveItem(list, index, to))
  }
  // At an end of the list the button is not removed, so that it keeps the focus.
  return (
    <div className={styles.moves}>
      <button
        type="button"
        className={styles.square}
        aria-label={t('order.up', { name })}
        aria-disabled={index === 0}
        onClick={() => move(index - 1)}
      >
        <Icon name="previous" size={20} />
      </button>
      <button
        type="button"
        className={styles.square}
        aria-label={t('order.down', { name })}
        aria-disabled={index === list.length - 1}
        onClick={() => move(index + 1)}
      >
        <Icon name="next" size={20} />
      </button>
      {isRemovable && <RemoveButton name={name} onRemove={() => onMove(list.toSpliced(index, 1))} />}
    </div>
  )
}

export function RemoveButton({
  name,
  className = '',
  onRemove,
}: {
  name: string
  className?: string | undefined
  onRemove: () => void
}) {
  const { t } = useTranslator()
  return (
    <button
      type="button"
      className={`${styles.square} ${className}`}
      aria-label={t('edit.remove_named', { name })}
      onClick={onRemove}
    >
      <span aria-hidden="true">×</span>
    </button>
  )
}

const moveItem = <Item,>(list: readonly Item[], from: number, to: number): Item[] =>
  list.toSpliced(from, 1).toSpliced(to, 0, list[from]!)
