import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslator, type Head } from '#platform/pages/page.tsx'
import type { ShownPicture } from '#platform/pictures.ts'
import styles from './picture.module.css'
import { callWhenNear } from './when-near.ts'

/** False in slides that the visitor has not reached yet. Their pictures are not loaded. */
export const SlideReachedContext = createContext(true)

/**
 * A picture in the size that the screen needs. `priority`: the first visible picture. `lazy`: far down a list, so it
 * loads when it is visible or after the first scroll. `hasCaption`: marks renderings as such.
 */
export function Picture({
  picture,
  sizes,
  priority = false,
  lazy = false,
  hasCaption = false,
  className,
}: {
  picture: ShownPicture
  sizes: string
  priority?: boolean | undefined
  lazy?: boolean | undefined
  hasCaption?: boolean
  className?: string | undefined
}) {
  const { t } = useTranslator()
  const isReached = useContext(SlideReachedContext)
  const [shouldLoad, setShouldLoad] = useState(!lazy)
  const image = (
    <picture>
      {picture.sources.map(({ type, srcSet }) => (
        <source key={type} type={type} srcSet={srcSet} sizes={limitResolution(sizes)} />
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
  const placeholder = (
    <PicturePlaceholder picture={picture} className={className} onNear={lazy ? setShouldLoad : undefined}>
      {image}
    </PicturePlaceholder>
  )
  const visiblePicture = isReached && shouldLoad ? image : placeholder
  if (!hasCaption || !picture.illustrative) return visiblePicture
  return (
    <figure className={styles.figure}>
      {visiblePicture}
      <figcaption className={styles.caption}>{t('shell.illustration')}</figcaption>
    </figure>
  )
}

/** Returns the preload for the head of a page whose first visible content is the picture. */
export function createPreload(picture: ShownPicture | null | undefined, sizes: string): Head['preload'] {
  const bestSource = picture?.sources[0]
  return bestSource && { ...bestSource, sizes: limitResolution(sizes) }
}

/**
 * Limits pictures to about two screen pixels per CSS pixel. Screens with more load a smaller file: a phone 440 px wide
 * with three needs at most 58 %, less than 768 px.
 */
const limitResolution = (sizes: string) =>
  sizes.replace(
    /\b(\d+)vw$/,
    (match, percent) => `(min-resolution: 2.5dppx) ${Math.min(58, Math.round(percent * 0.65))}vw, ${match}`,
  )

/** Reserves the place of a picture, and contains the picture for browsers without scripts. */
function PicturePlaceholder({
  picture,
  className = '',
  onNear,
  children,
}: {
  picture: ShownPicture
  className?: string | undefined
  onNear: ((shouldLoad: true) => void) | undefined
  children: ReactNode
}) {
  const { alt, width, height } = picture
  const placeholderImage = useRef<HTMLImageElement>(null)
  useEffect(() => {
    return onNear && callWhenNear(placeholderImage.current!, () => onNear(true))
  }, [onNear])
  return (
    <>
      <img
        ref={placeholderImage}
        className={`${styles.waiting} ${className}`}
        data-lazy={onNear && ''}
        src={emptyImageUrl}
        alt={alt}
        width={width}
        height={height}
      />
      <noscript>{children}</noscript>
    </>
  )
}

const emptyImageUrl = 'data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22/%3E'
