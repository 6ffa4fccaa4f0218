import { createContext, useContext, type ReactNode } from 'react'
import { useWords } from '../platform/page.tsx'
import type { Picture as Pictured } from '../platform/pictures.ts'
import styles from './picture.module.css'

/** False in a slide that nobody has set out for: its picture is not fetched yet. */
export const ReachedContext = createContext(true)

/** A picture at the size the screen needs. `priority`: the first one seen. `captioned`: says so of a rendering. */
export function Picture({
  picture,
  sizes,
  priority = false,
  captioned = false,
  className,
}: {
  picture: Pictured
  sizes: string
  priority?: boolean
  captioned?: boolean
  className?: string | undefined
}) {
  const { t } = useWords()
  const isReached = useContext(ReachedContext)
  const image = (
    <picture>
      {picture.sources.map(({ type, srcSet }) => (
        <source key={type} type={type} srcSet={srcSet} sizes={sizes} />
      ))}
      <img
        className={className}
        src={picture.src}
        alt={picture.alt}
        width={picture.width}
        height={picture.height}
        decoding="async"
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : undefined}
      />
    </picture>
  )
  const shown = isReached ? image : <Waiting picture={picture} className={className}>{image}</Waiting>
  if (!captioned || !picture.illustrative) return shown
  return (
    <figure className={styles.figure}>
      {shown}
      <figcaption className={styles.caption}>{t('shell.illustration')}</figcaption>
    </figure>
  )
}

/** Holds the place of a picture, and is the picture where there are no scripts to fetch it later. */
function Waiting({ picture, className = '', children }: { picture: Pictured; className?: string | undefined; children: ReactNode }) {
  const { alt, width, height } = picture
  return (
    <>
      <svg
        role="img"
        aria-label={alt}
        className={`${styles.waiting} ${className}`}
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
      />
      <noscript>{children}</noscript>
    </>
  )
}
