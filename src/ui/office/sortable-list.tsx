import { useLayoutEffect, useRef, useState, type PointerEvent, type ReactNode } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { Icon } from '../icons.tsx'
import styles from './sortable-list.module.css'

/** The place of a dropped item: before or after another item. */
interface DropTarget {
  key: string
  side: 'before' | 'after'
}

/**
 * A sortable list. Items move by dragging the handle, also with a finger, or by the buttons up and down, which keep the
 * focus. Each new position is announced.
 */
export function SortableList<Item>({
  items,
  keyOf,
  nameOf,
  onReorder,
  layout = 'list',
  label,
  children,
}: {
  items: readonly Item[]
  keyOf: (item: Item) => string
  nameOf: (item: Item) => string
  /** Without it the list is read-only. */
  onReorder?: ((items: Item[]) => void) | undefined
  layout?: 'list' | 'tiles'
  label: string
  children: (item: Item, index: number) => ReactNode
}) {
  const { t } = useTranslator()
  const list = useRef<HTMLOListElement>(null)
  const pressedKey = useRef<string | null>(null)
  const [draggedKey, setDraggedKey] = useState<string | null>(null)
  const [dropTarget, setDropTarget] = useState<DropTarget | null>(null)
  const [announcement, setAnnouncement] = useState('')
  useLayoutEffect(() => {
    if (pressedKey.current) list.current!.querySelector<HTMLElement>(pressedKey.current)?.focus()
    pressedKey.current = null
  }, [items])

  function move(from: number, to: number) {
    if (to < 0 || to >= items.length || to === from) return
    const nextItems = items.toSpliced(from, 1).toSpliced(to, 0, items[from]!)
    setAnnouncement(t('order.moved', { name: nameOf(items[from]!), place: to + 1, all: items.length }))
    onReorder!(nextItems)
  }
  function pressMove(item: Item, index: number, direction: -1 | 1) {
    pressedKey.current = `[data-key="${CSS.escape(keyOf(item))}"] [data-by="${direction}"]`
    move(index, index + direction)
  }

  function startDrag(event: PointerEvent, key: string) {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    setDraggedKey(key)
  }
  function drag({ clientX, clientY }: PointerEvent) {
    if (draggedKey === null) return
    if (clientY < NEAR_EDGE_PX) scrollBy(0, -SCROLL_STEP_PX)
    if (clientY > innerHeight - NEAR_EDGE_PX) scrollBy(0, SCROLL_STEP_PX)
    setDropTarget(findDropTarget(list.current!, layout, clientX, clientY))
  }
  function endDrag(isDropped: boolean) {
    if (isDropped && draggedKey !== null && dropTarget && dropTarget.key !== draggedKey) {
      const keys = items.map(keyOf)
      const from = keys.indexOf(draggedKey)
      const otherKeys = keys.toSpliced(from, 1)
      move(from, otherKeys.indexOf(dropTarget.key) + (dropTarget.side === 'after' ? 1 : 0))
    }
    setDraggedKey(null)
    setDropTarget(null)
  }
  return (
    <>
      <ol ref={list} role="list" className={styles[layout]} aria-label={label}>
        {items.map((item, index) => {
          const key = keyOf(item)
          const name = nameOf(item)
          return (
            <li
              key={key}
              data-key={key}
              data-dragged={draggedKey === key || undefined}
              data-drop={dropTarget?.key === key && draggedKey !== key ? dropTarget.side : undefined}
            >
              <div className={styles.item}>{children(item, index)}</div>
              {onReorder && (
                <div className={styles.tools}>
                  <span
                    className={styles.handle}
                    aria-hidden="true"
                    onPointerDown={(event) => startDrag(event, key)}
                    onPointerMove={drag}
                    onPointerUp={() => endDrag(true)}
                    onPointerCancel={() => endDrag(false)}
                  >
                    <HandleIcon />
                  </span>
                  {([-1, 1] as const).map((direction) => (
                    <button
                      key={direction}
                      type="button"
                      data-by={direction}
                      className={direction < 0 ? styles.up : styles.down}
                      aria-label={t(direction < 0 ? 'order.up' : 'order.down', { name })}
                      aria-disabled={index + direction < 0 || index + direction >= items.length}
                      onClick={() => pressMove(item, index, direction)}
                    >
                      <Icon name="previous" size={20} />
                    </button>
                  ))}
                </div>
              )}
            </li>
          )
        })}
      </ol>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </>
  )
}

const HandleIcon = () => (
  <svg viewBox="0 0 20 20" width="20" height="20">
    <path
      fill="none"
      stroke="currentColor"
      strokeWidth="2.4"
      strokeLinecap="round"
      d="M7.500 5h.01M12.500 5h.01M7.500 10h.01M12.500 10h.01M7.500 15h.01M12.500 15h.01"
    />
  </svg>
)

/** The distance from the edge of the screen, in pixels, within which a drag scrolls the page. */
const NEAR_EDGE_PX = 72
const SCROLL_STEP_PX = 14

function findDropTarget(list: HTMLElement, layout: 'list' | 'tiles', x: number, y: number): DropTarget | null {
  const boxes = [...list.children].map((child) => ({
    key: (child as HTMLElement).dataset['key']!,
    box: child.getBoundingClientRect(),
  }))
  const getDistance = ({ box }: (typeof boxes)[number]) =>
    Math.hypot(x - (box.left + box.width / 2), y - (box.top + box.height / 2))
  const nearestBox = boxes.toSorted((a, b) => getDistance(a) - getDistance(b))[0]
  if (!nearestBox) return null
  const { key, box } = nearestBox
  const isAfter = layout === 'list' ? y > box.top + box.height / 2 : x > box.left + box.width / 2
  return { key, side: isAfter ? 'after' : 'before' }
}
