import { useEffect, useRef, useState } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import styles from './location-map.module.css'
import { useGlobal } from './global.ts'

/**
 * The map of the head office, with the way to the airport. It comes from another site, so it loads only when it is
 * about to become visible. A frame does not report errors, and its error page would cover the address. So a request
 * first checks that the map server responds.
 */
export function OfficeMap({ airport }: { airport?: string | null }) {
  const { t } = useTranslator()
  const { address, map } = useGlobal()
  const container = useRef<HTMLDivElement>(null)
  const [isReachable, setIsReachable] = useState(false)
  useEffect(() => {
    if (!map.embedUrl) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        observer.disconnect()
        fetch(map.embedUrl, { method: 'HEAD', mode: 'no-cors' }).then(
          () => setIsReachable(true),
          () => {},
        )
      },
      { rootMargin: '300px' },
    )
    observer.observe(container.current!)
    return () => observer.disconnect()
  }, [map.embedUrl])
  return (
    <div className={`${styles.map} no-print`} ref={container}>
      <MapDrawing airport={airport} />
      <p className={styles.place}>{address}</p>
      {isReachable && (
        <iframe
          className={styles.frame}
          src={map.embedUrl}
          onLoad={({ currentTarget }) => currentTarget.setAttribute('data-loaded', '')}
          title={t('home.map_frame')}
          // oxlint-disable-next-line react/iframe-missing-sandbox -- another site's page: it cannot reach into ours
          sandbox="allow-scripts allow-same-origin allow-popups"
        />
      )}
    </div>
  )
}

/**
 * Our own sketch of the area, below the live map: the main roads, the lake and the house. It is not to scale. The
 * house is at its centre, so that a phone shows it too.
 */
function MapDrawing({ airport }: { airport: string | null | undefined }) {
  const { t } = useTranslator()
  return (
    <>
      <svg className={styles.drawing} aria-hidden="true">
        <g transform="rotate(-4 720 250)">
          <path className={styles.lake} d="M874-70c40 160-20 260 10 340s-20 180 0 330" />
          <path className={styles.road} d="M418 110h1660M436 250h664M1110-80l-20 680M382-70q40 240 104 660" />
          <path className={styles.thread} d="M452 250h380" />
          {labels.map(([key, place]) => (
            <text key={key} transform={place}>
              {t(`home.map_${key}`)}
            </text>
          ))}
        </g>
        <path className={styles.pin} d="M720 250h0" />
      </svg>
      {airport && <p className={styles.north}>{airport}</p>}
    </>
  )
}

const labels = [
  ['avenue', 'translate(640 115)'],
  ['road', 'translate(610 236)'],
  ['airport_road', 'translate(463 398)rotate(79)'],
  ['lake', 'translate(883 380)rotate(93)'],
  ['gulshan', 'translate(1085 330)rotate(91)'],
] as const
