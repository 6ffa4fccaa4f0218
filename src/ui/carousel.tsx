import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useWords } from '../platform/page.tsx'
import styles from './carousel.module.css'

/**
 * Slides in a row that snaps: a finger, a wheel or the arrow keys move it, and buttons where there are scripts. It plays
 * by itself only if asked to, never against the reader's wish for less motion, and stops at the reader's first touch.
 */
export function Carousel({
  kind,
  label,
  slides,
  playSeconds,
  className,
}: {
  kind: 'carousel' | 'gallery'
  label: string
  slides: readonly { key: string; content: ReactNode }[]
  playSeconds?: number
  className?: string | undefined
}) {
  const { t } = useWords()
  const track = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const [announced, setAnnounced] = useState('')
  const total = slides.length

  function show(index: number) {
    const row = track.current!
    row.scrollTo({ left: ((index + total) % total) * row.clientWidth })
  }
  const player = usePlayer(playSeconds, () => show(current + 1))

  function move(index: number) {
    player.stop()
    show(index)
    setAnnounced(position((index + total) % total))
  }
  function onScroll() {
    const row = track.current!
    setCurrent(Math.round(row.scrollLeft / row.clientWidth))
  }
  function onKeyDown(event: KeyboardEvent) {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (!by) return
    event.preventDefault()
    move(current + by)
  }
  const position = (index: number) =>
    t(kind === 'gallery' ? 'gallery.picture' : 'carousel.slide', { number: index + 1, total })

  return (
    <section
      className={`${styles.carousel} ${className ?? ''}`.trimEnd()}
      aria-roledescription="carousel"
      aria-label={label}
      onPointerDown={player.stop}
      onPointerEnter={player.hold}
      onPointerLeave={player.release}
      onFocus={player.hold}
      onBlur={player.release}
    >
      <ul role="list" className={styles.track} ref={track} tabIndex={0} aria-label={label} onScroll={onScroll} onKeyDown={onKeyDown}>
        {slides.map(({ key, content }, index) => (
          <li key={key} className={styles.slide} aria-label={position(index)}>
            {content}
          </li>
        ))}
      </ul>
      {total > 1 && (
        <div className={`${styles.controls} needs-scripts`}>
          {player.playing !== null && (
            <button type="button" className={styles.button} aria-label={t(player.playing ? 'carousel.pause' : 'carousel.play')} onClick={player.toggle}>
              <Sign shape={player.playing ? 'pause' : 'play'} />
            </button>
          )}
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
          <button type="button" className={styles.button} aria-label={t(`${kind}.previous`)} onClick={() => move(current - 1)}>
            <Sign shape="previous" />
          </button>
          <button type="button" className={styles.button} aria-label={t(`${kind}.next`)} onClick={() => move(current + 1)}>
            <Sign shape="next" />
          </button>
        </div>
      )}
      <p className="visually-hidden" role="status">
        {announced}
      </p>
    </section>
  )
}

/** Whether it plays: null where it never does. While held (looked at closely) it waits. */
function usePlayer(seconds: number | undefined, next: () => void) {
  const [playing, setPlaying] = useState<boolean | null>(null)
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (seconds && !matchMedia('(prefers-reduced-motion: reduce)').matches) setPlaying(true)
  }, [seconds])
  useEffect(() => {
    if (!seconds || !playing || held) return
    const timer = setTimeout(() => document.visibilityState === 'visible' && next(), seconds * 1000)
    return () => clearTimeout(timer)
  })
  return {
    playing,
    toggle: () => setPlaying(!playing),
    stop: () => setPlaying((was) => was && false),
    hold: () => setHeld(true),
    release: () => setHeld(false),
  }
}

function Sign({ shape }: { shape: keyof typeof signs }) {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path d={signs[shape]} fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="square" />
    </svg>
  )
}

const signs = { previous: 'M14 6l-6 6 6 6', next: 'M10 6l6 6-6 6', pause: 'M9 7v10M15 7v10', play: 'M9 7l7 5-7 5z' }
