import type { KeyboardEvent, MouseEvent } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import type { PictureData } from '#platform/pictures.ts'
import { Picture } from '#ui/pictures/picture.tsx'
import { FOCUS_STEP_PERCENT } from '../limits.ts'
import styles from './media.module.css'

interface Point {
  focus_x: number
  focus_y: number
}

/** Sets the focal point of a picture, by a click or with the arrow keys. */
export function FocusField({
  picture,
  point: { focus_x: x, focus_y: y },
  onMove,
}: {
  picture: PictureData
  point: Point
  onMove: (point: Point) => void
}) {
  const { t } = useTranslator()
  function onKeyDown(event: KeyboardEvent) {
    const step = stepsByKey[event.key]
    if (!step) return
    event.preventDefault()
    onMove({
      focus_x: clampToGrid(x + step[0] * FOCUS_STEP_PERCENT),
      focus_y: clampToGrid(y + step[1] * FOCUS_STEP_PERCENT),
    })
  }
  function onClick({ clientX, clientY, currentTarget, detail }: MouseEvent) {
    if (detail === 0) return // a key press has no pointer position
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    onMove({
      focus_x: clampToGrid(((clientX - left) / width) * 100),
      focus_y: clampToGrid(((clientY - top) / height) * 100),
    })
  }
  const { focus: _, ...uncroppedPicture } = picture
  return (
    <div className={styles.focus}>
      <p className="small">{t('media.focus_text')}</p>
      <button type="button" aria-label={t('media.focus_label')} onKeyDown={onKeyDown} onClick={onClick}>
        <Picture picture={{ ...uncroppedPicture, alt: '' }} sizes="(min-width: 48rem) 36rem, 100vw" />
        <svg aria-hidden="true">
          <circle className={styles.halo} cx={`${x}%`} cy={`${y}%`} r="14" />
          <circle className={styles.point} cx={`${x}%`} cy={`${y}%`} r="14" />
        </svg>
      </button>
      <p className="small" role="status">
        {t('media.focus_at', { x, y })}
      </p>
    </div>
  )
}

const stepsByKey: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const clampToGrid = (percent: number) =>
  Math.min(100, Math.max(0, Math.round(percent / FOCUS_STEP_PERCENT) * FOCUS_STEP_PERCENT))

/** Previews of the picture in the aspect ratios of the pages. */
export function Crops({ picture, point: { focus_x, focus_y } }: { picture: PictureData; point: Point }) {
  const { t } = useTranslator()
  const croppedPicture = { ...picture, alt: '', focus: `${focus_x}-${focus_y}` }
  const shapes = [
    ['wide', t('media.wide')],
    ['square', t('media.square')],
    ['tall', t('media.tall')],
  ] as const
  return (
    <div className={styles.crops}>
      {shapes.map(([shape, label]) => (
        <figure key={shape} data-shape={shape}>
          <Picture picture={croppedPicture} sizes="16rem" />
          <figcaption className="small">{label}</figcaption>
        </figure>
      ))}
    </div>
  )
}
