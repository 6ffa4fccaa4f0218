import { useWords } from '../platform/page.tsx'
import type { Picture as Pictured } from '../platform/pictures.ts'
import styles from './picture.module.css'

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
  if (!captioned || !picture.illustrative) return image
  return (
    <figure className={styles.figure}>
      {image}
      <figcaption className={styles.caption}>{t('shell.illustration')}</figcaption>
    </figure>
  )
}
