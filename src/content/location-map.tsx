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
