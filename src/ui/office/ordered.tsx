import { useLayoutEffect, useRef, useState, type PointerEvent, type ReactNode } from 'react'
import { useWords } from '#platform/pages/page.tsx'
import { Icon } from '../icons.tsx'
import styles from './ordered.module.css'

/** Where an item is dropped: before or after another item. */
interface Drop {
  key: string
  side: 'before' | 'after'
}

/**
 * A sortable list. Items move by dragging the handle, also with a finger, or by the buttons up and down, which keep the
 * focus. Each new position is announced.
 */
export function Ordered<Item>({
  items,
  keyOf,
  nameOf,
  onOrder,
  layout = 'list',
  label,
  children,
}: {
  items: readonly Item[]
  keyOf: (item: Item) => string
  nameOf: (item: Item) => string
  /** Without it the list is read-only. */
  onOrder?: ((items: Item[]) => void) | undefined
  layout?: 'list' | 'tiles'
  label: string
  children: (item: Item, at: number) => ReactNode
}) {
  const { t } = useWords()
  const list = useRef<HTMLOListElement>(null)
  const pressed = useRef<string | null>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const [drop, setDrop] = useState<Drop | null>(null)
  const [told, setTold] = useState('')
  useLayoutEffect(() => {
    if (pressed.current) list.current!.querySelector<HTMLElement>(pressed.current)?.focus()
    pressed.current = null
  }, [items])

  function move(from: number, to: number) {
    if (to < 0 || to >= items.length || to === from) return
    const next = items.toSpliced(from, 1).toSpliced(to, 0, items[from]!)
    setTold(t('order.moved', { name: nameOf(items[from]!), place: to + 1, all: items.length }))
    onOrder!(next)
  }
  function press(item: Item, at: number, by: -1 | 1) {
    pressed.current = `[data-key="${CSS.escape(keyOf(item))}"] [data-by="${by}"]`
    move(at, at + by)
  }

  function begin(event: PointerEvent, key: string) {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    setDragged(key)
  }
  function follow({ clientX, clientY }: PointerEvent) {
    if (dragged === null) return
    if (clientY < NEAR_EDGE) scrollBy(0, -SCROLLED_BY)
    if (clientY > innerHeight - NEAR_EDGE) scrollBy(0, SCROLLED_BY)
    setDrop(dropAt(list.current!, layout, clientX, clientY))
  }
  function end(isMeant: boolean) {
    if (isMeant && dragged !== null && drop && drop.key !== dragged) {
      const keys = items.map(keyOf)
      const from = keys.indexOf(dragged)
      const others = keys.toSpliced(from, 1)
      move(from, others.indexOf(drop.key) + (drop.side === 'after' ? 1 : 0))
    }
    setDragged(null)
    setDrop(null)
  }
  return (
    <>
      <ol ref={list} role="list" className={styles[layout]} aria-label={label}>
        {items.map((item, at) => {
          const key = keyOf(item)
          const name = nameOf(item)
          return (
            <li
              key={key}
              data-key={key}
              data-dragged={dragged === key || undefined}
              data-drop={drop?.key === key && dragged !== key ? drop.side : undefined}
            >
              <div className={styles.item}>{children(item, at)}</div>
              {onOrder && (
                <div className={styles.tools}>
                  <span
                    className={styles.handle}
                    aria-hidden="true"
                    onPointerDown={(event) => begin(event, key)}
                    onPointerMove={follow}
                    onPointerUp={() => end(true)}
                    onPointerCancel={() => end(false)}
                  >
                    <svg viewBox="0 0 20 20" width="20" height="20">
                      <path
                        fill="none"
                        stroke="currentColor"
                        strokeWidth="2.4"
                        strokeLinecap="round"
                        d="M7.500 5h.01M12.500 5h.01M7.500 10h.01M12.500 10h.01M7.500 15h.01M12.500 15h.01"
                      />
                    </svg>
                  </span>
                  {([-1, 1] as const).map((by) => (
                    <button
                      key={by}
                      type="button"
                      data-by={by}
                      className={by < 0 ? styles.up : styles.down}
                      aria-label={t(by < 0 ? 'order.up' : 'order.down', { name })}
                      aria-disabled={at + by < 0 || at + by >= items.length}
                      onClick={() => press(item, at, by)}
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
        {told}
      </p>
    </>
  )
}

/** Near the edges of the screen the page scrolls. */
const NEAR_EDGE = 72
const SCROLLED_BY = 14

function dropAt(list: HTMLElement, layout: 'list' | 'tiles', x: number, y: number): Drop | null {
  const places = [...list.children].map((each) => ({
    key: (each as HTMLElement).dataset['key']!,
    box: each.getBoundingClientRect(),
  }))
  const far = ({ box }: (typeof places)[number]) =>
    Math.hypot(x - (box.left + box.width / 2), y - (box.top + box.height / 2))
  const nearest = places.toSorted((one, other) => far(one) - far(other))[0]
  if (!nearest) return null
  const { key, box } = nearest
  const isAfter = layout === 'list' ? y > box.top + box.height / 2 : x > box.left + box.width / 2
  return { key, side: isAfter ? 'after' : 'before' }
}
