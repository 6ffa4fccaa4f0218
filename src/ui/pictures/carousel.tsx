import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import styles from './carousel.module.css'
import { Icon } from '../icons.tsx'
import { SlideReachedContext } from './picture.tsx'

/**
 * Slides in a row that snaps. A finger, a wheel or the arrow keys move it, and buttons if scripts run. It never moves
 * automatically.
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
  const { t } = useTranslator()
  const track = useRef<HTMLUListElement>(null)
  const targetIndex = useRef<number | null>(null)
  const [currentIndex, setCurrentIndex] = useState(0)
  const [announcement, setAnnouncement] = useState('')
  const [isTouched, setTouched] = useState(false)
  const onFirstTouch = () => setTouched(true)
  const slideCount = slides.length

  function move(targetSlide: number) {
    const index = (targetSlide + slideCount) % slideCount
    const trackElement = track.current!
    trackElement.scrollTo({ left: index * trackElement.clientWidth })
    targetIndex.current = index
    show(index)
  }
  function onScroll() {
    const trackElement = track.current!
    const index = Math.round(trackElement.scrollLeft / trackElement.clientWidth)
    if (targetIndex.current !== null && targetIndex.current !== index) return // the slides are still scrolling to the target
    targetIndex.current = null
    if (index !== currentIndex) show(index)
  }
  function show(index: number) {
    setCurrentIndex(index)
    setAnnouncement(formatPosition(index))
  }
  const clearTarget = () => void (targetIndex.current = null)
  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (!step) return
    event.preventDefault()
    move(currentIndex + step)
  }
  const messageKeys = messageKeysByKind[kind]
  const formatPosition = (index: number) => t(messageKeys.position, { number: index + 1, total: slideCount })

  return (
    <section
      className={`${styles.carousel} ${className ?? ''}`.trimEnd()}
      data-kind={kind}
      aria-roledescription="carousel"
      aria-label={label}
      onKeyDown={onKeyDown}
      onPointerEnter={onFirstTouch}
      onTouchStart={onFirstTouch}
      onFocus={onFirstTouch}
    >
      <ul
        role="list"
        className={styles.track}
        ref={track}
        tabIndex={0}
        aria-label={label}
        onScroll={onScroll}
        onPointerDown={clearTarget}
        onWheel={clearTarget}
      >
        {slides.map(({ key, content }, index) => (
          <li key={key} className={styles.slide} aria-label={formatPosition(index)}>
            <SlideReachedContext value={isTouched || index === 0}>{content}</SlideReachedContext>
          </li>
        ))}
      </ul>
      {(slideCount > 1 || control) && (
        <div className={`${styles.controls} needs-scripts`}>
          <span className={styles.dots}>
            {slides.map(({ key }, index) => (
              <button
                key={key}
                type="button"
                className={styles.dot}
                aria-label={t('carousel.go_to', { number: index + 1 })}
                aria-current={index === currentIndex || undefined}
                onClick={() => move(index)}
              />
            ))}
          </span>
          {control?.(currentIndex, styles.button!)}
          <button
            type="button"
            className={styles.button}
            aria-label={t(messageKeys.previous)}
            onClick={() => move(currentIndex - 1)}
          >
            <Icon name="previous" />
          </button>
          <button
            type="button"
            className={styles.button}
            aria-label={t(messageKeys.next)}
            onClick={() => move(currentIndex + 1)}
          >
            <Icon name="next" />
          </button>
        </div>
      )}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </section>
  )
}

const messageKeysByKind = {
  carousel: { position: 'carousel.slide', previous: 'carousel.previous', next: 'carousel.next' },
  gallery: { position: 'gallery.picture', previous: 'gallery.previous', next: 'gallery.next' },
} as const
