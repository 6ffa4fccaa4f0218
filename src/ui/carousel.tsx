import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useWords } from '#platform/pages/page.tsx'
import styles from './carousel.module.css'
import { Icon } from './icons.tsx'
import { ReachedContext } from './picture.tsx'

/**
 * Slides in a row that snaps. A finger, a wheel or the arrow keys move it, and buttons if scripts run. It never plays
 * by itself.
 */
export function Carousel({
  kind,
  label,
  slides,
  control,
  className,
}: {
  kind: 'carousel' | 'gallery'
  label: string
  slides: readonly { key: string; content: ReactNode }[]
  /** An additional button for the current slide, in the style of the other buttons. */
  control?: ((current: number, className: string) => ReactNode) | undefined
  className?: string | undefined
}) {
  const { t } = useWords()
  const track = useRef<HTMLUListElement>(null)
  const goal = useRef<number | null>(null)
  const [current, setCurrent] = useState(0)
  const [announced, setAnnounced] = useState('')
  const [isTouched, setTouched] = useState(false)
  const touch = () => setTouched(true)
  const total = slides.length

  function move(wanted: number) {
    const index = (wanted + total) % total
    const row = track.current!
    row.scrollTo({ left: index * row.clientWidth })
    goal.current = index
    show(index)
  }
  function onScroll() {
    const row = track.current!
    const index = Math.round(row.scrollLeft / row.clientWidth)
    if (goal.current !== null && goal.current !== index) return // the row is still scrolling to the target
    goal.current = null
    if (index !== current) show(index)
  }
  function show(index: number) {
    setCurrent(index)
    setAnnounced(position(index))
  }
  const letGo = () => void (goal.current = null)
  function onKeyDown(event: KeyboardEvent) {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (!by) return
    event.preventDefault()
    move(current + by)
  }
  const says = signWords[kind]
  const position = (index: number) => t(says.position, { number: index + 1, total })

  return (
    <section
      className={`${styles.carousel} ${className ?? ''}`.trimEnd()}
      data-kind={kind}
      aria-roledescription="carousel"
      aria-label={label}
      onKeyDown={onKeyDown}
      onPointerEnter={touch}
      onTouchStart={touch}
      onFocus={touch}
    >
      <ul
        role="list"
        className={styles.track}
        ref={track}
        tabIndex={0}
        aria-label={label}
        onScroll={onScroll}
        onPointerDown={letGo}
        onWheel={letGo}
      >
        {slides.map(({ key, content }, index) => (
          <li key={key} className={styles.slide} aria-label={position(index)}>
            <ReachedContext value={isTouched || index === 0}>{content}</ReachedContext>
          </li>
        ))}
      </ul>
      {(total > 1 || control) && (
        <div className={`${styles.controls} needs-scripts`}>
          <span className={styles.dots}>
            {slides.map(({ key }, index) => (
              <button
                key={key}
                type="button"
                className={styles.dot}
                aria-label={t('carousel.go_to', { number: index + 1 })}
                aria-current={index === current || undefined}
                onClick={() => move(index)}
              />
            ))}
          </span>
          {control?.(current, styles.button!)}
          <button
            type="button"
            className={styles.button}
            aria-label={t(says.previous)}
            onClick={() => move(current - 1)}
          >
            <Icon name="previous" />
          </button>
          <button type="button" className={styles.button} aria-label={t(says.next)} onClick={() => move(current + 1)}>
            <Icon name="next" />
          </button>
        </div>
      )}
      <p className="visually-hidden" role="status">
        {announced}
      </p>
    </section>
  )
}

const signWords = {
  carousel: { position: 'carousel.slide', previous: 'carousel.previous', next: 'carousel.next' },
  gallery: { position: 'gallery.picture', previous: 'gallery.previous', next: 'gallery.next' },
} as const
