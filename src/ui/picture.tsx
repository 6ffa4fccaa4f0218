import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from 'react'
import { useWords, type Head } from '#platform/pages/page.tsx'
import type { PictureData } from '#platform/pictures.ts'
import styles from './picture.module.css'

/** False in slides that the visitor has not moved to yet: their pictures are not loaded. */
export const ReachedContext = createContext(true)

/**
 * A picture in the size that the screen needs. `priority`: the first visible picture. `later`: far down a list, so it
 * loads only after the visitor scrolls. `captioned`: marks renderings as such.
 */
export function Picture({
  picture,
  sizes,
  priority = false,
  later = false,
  captioned = false,
  className,
}: {
  picture: PictureData
  sizes: string
  priority?: boolean | undefined
  later?: boolean | undefined
  captioned?: boolean
  className?: string | undefined
}) {
  const { t } = useWords()
  const isReached = useContext(ReachedContext)
  const [isNear, setNear] = useState(!later)
  const image = (
    <picture>
      {picture.sources.map(({ type, srcSet }) => (
        <source key={type} type={type} srcSet={srcSet} sizes={sparing(sizes)} />
      ))}
      <img
        className={className}
        data-focus={picture.focus}
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
  const waiting = (
    <Waiting picture={picture} className={className} onNear={later ? setNear : undefined}>
      {image}
    </Waiting>
  )
  const shown = isReached && isNear ? image : waiting
  if (!captioned || !picture.illustrative) return shown
  return (
    <figure className={styles.figure}>
      {shown}
      <figcaption className={styles.caption}>{t('shell.illustration')}</figcaption>
    </figure>
  )
}

/** For the head of a page whose first visible content is the picture. */
export function preloadOf(picture: PictureData | null | undefined, sizes: string): Head['preload'] {
  const best = picture?.sources[0]
  return best && { ...best, sizes: sparing(sizes) }
}

/**
 * Nobody sees more than two screen pixels per CSS pixel. So a phone with three gets a narrower size and loads a smaller
 * file: three times 58 % of 440, the widest phone, is still less than 768.
 */
const sparing = (sizes: string) =>
  sizes.replace(
    /\b(\d+)vw$/,
    (full, share) => `(min-resolution: 2.5dppx) ${Math.min(58, Math.round(share * 0.65))}vw, ${full}`,
  )

/**
 * Reserves the place of a picture, and contains the picture for browsers without scripts. Lazy loading starts with the
 * first scroll: browsers load pictures far ahead, even for visitors who never scroll.
 */
function Waiting({
  picture,
  className = '',
  onNear,
  children,
}: {
  picture: PictureData
  className?: string | undefined
  onNear: ((isNear: true) => void) | undefined
  children: ReactNode
}) {
  const { alt, width, height } = picture
  const place = useRef<HTMLImageElement>(null)
  useEffect(() => {
    if (!onNear) return
    const near = () => onNear(true)
    const watch = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && near())
    watch.observe(place.current!)
    addEventListener('scroll', near, { once: true })
    return () => {
      watch.disconnect()
      removeEventListener('scroll', near)
    }
  }, [onNear])
  return (
    <>
      <img
        ref={place}
        className={`${styles.waiting} ${className}`}
        src={emptyPicture}
        alt={alt}
        width={width}
        height={height}
      />
      <noscript>{children}</noscript>
    </>
  )
}

const emptyPicture = 'data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22/%3E'
