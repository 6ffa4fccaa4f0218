import { useEffect, useRef, useState } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import styles from './location-map.module.css'
import { useGlobal } from './global.ts'

/**
 * The map of the head office. It comes from another site, so it loads only when it is about to become visible. A frame
 * does not report errors, and its error page would cover the address. So a request first checks that the map server
 * responds.
 */
export function OfficeMap() {
  const { t } = useTranslator()
  const { address, map } = useGlobal()
  const container = useRef<HTMLDivElement>(null)
  const [isReachable, setIsReachable] = useState(false)
  const [isLoaded, setIsLoaded] = useState(false)
  useEffect(() => {
    if (!map.embedUrl) return
    const onIntersect = (entries: IntersectionObserverEntry[]) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      fetch(map.embedUrl, { method: 'HEAD', mode: 'no-cors' }).then(
        () => setIsReachable(true),
        () => {},
      )
    }
    const observer = new IntersectionObserver(onIntersect, { rootMargin: '300px' })
    observer.observe(container.current!)
    return () => observer.disconnect()
  }, [map.embedUrl])
  return (
    <div className={`${styles.map} no-print`} ref={container}>
      <MapDrawing />
      <p className={styles.place}>{address}</p>
      {isReachable && (
        <iframe
          className={styles.frame}
          src={map.embedUrl}
          data-loaded={isLoaded || undefined}
          onLoad={() => setIsLoaded(true)}
          title={t('home.map_frame')}
          // oxlint-disable-next-line react/iframe-missing-sandbox -- another site's page: it cannot reach into ours
          sandbox="allow-scripts allow-same-origin allow-popups"
        />
      )}
    </div>
  )
}

/** Our own drawing of the area, below the live map: the roads, the lake, nearby places, and the house. */
function MapDrawing() {
  const { t } = useTranslator()
  return (
    <>
      <svg className={styles.drawing} viewBox="0 0 800 500" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        <path
          className={styles.lake}
          d="M548-10c40 90-30 150 8 240s60 160 20 280h56c44-120-10-190-30-280s34-150 0-240z"
        />
        <path d="M320 60v400M380 60v400M440 60v400M500 60v400M256 120h270M262 190h278M262 330h290M258 400h300" />
        <path className={styles.road} d="M196-10c10 160 60 220 44 520M228 260h330c90 0 150-16 260-6M690-10v520" />
        <path className={styles.street} d="M240 260h318" />
        <path className={styles.pin} d="M400 252c-22-26-30-38-30-52a30 30 0 0 1 60 0c0 14-8 26-30 52z" />
      </svg>
      <p className={styles.north}>{t('home.map_airport')}</p>
      <p className={styles.here}>{t('home.map_here')}</p>
      <p className={styles.east}>{t('home.map_east')}</p>
    </>
  )
}
