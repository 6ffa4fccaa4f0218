import { useEffect, useState } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import type { ShownPicture } from '#platform/pictures.ts'
import { Dialog } from '../dialog.tsx'
import { Icon } from '../icons.tsx'
import { Picture } from './picture.tsx'
import styles from './picture-viewer.module.css'
import { useSwipe } from './use-swipe.ts'

/** Shows pictures in full screen, one at a time. Buttons, arrow keys and swipes change the picture. */
export function PictureViewer({
  label,
  pictures,
  start,
  onClose,
}: {
  label: string
  pictures: readonly ShownPicture[]
  /** The picture shown first; null while the viewer is closed. */
  start: number | null
  onClose: () => void
}) {
  return (
    <Dialog open={start !== null} title={label} size="full" onClose={onClose}>
      <Viewer pictures={pictures} start={start ?? 0} />
    </Dialog>
  )
}

function Viewer({ pictures, start }: { pictures: readonly ShownPicture[]; start: number }) {
  const { t } = useTranslator()
  const pictureCount = pictures.length
  const [index, setIndex] = useState(start)
  const picture = pictures[index]!
  const showNext = (step: 1 | -1) => setIndex((current) => (current + step + pictureCount) % pictureCount)
  const swipeHandlers = useSwipe(showNext)
  // Arrow keys work at any focus position in the dialog.
  useEffect(() => {
    function onKeyDown({ key }: KeyboardEvent) {
      const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : null
      if (step) setIndex((current) => (current + step + pictureCount) % pictureCount)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [pictureCount])

  return (
    <div className={styles.viewer} {...swipeHandlers}>
      <figure className={styles.figure}>
        <Picture key={picture.src} picture={picture} sizes="100vw" priority />
        <figcaption>
          {picture.alt}
          {picture.illustrative && <span> · {t('shell.illustration')}</span>}
        </figcaption>
      </figure>
      {pictureCount > 1 && (
        <p className={styles.controls}>
          <TurnButton label={t('gallery.previous')} to="previous" onClick={() => showNext(-1)} />
          <span role="status">{t('gallery.picture', { number: index + 1, total: pictureCount })}</span>
          <TurnButton label={t('gallery.next')} to="next" onClick={() => showNext(1)} />
        </p>
      )}
    </div>
  )
}

function TurnButton({ label, to, onClick }: { label: string; to: 'previous' | 'next'; onClick: () => void }) {
  return (
    <button type="button" className={styles.turn} aria-label={label} onClick={onClick}>
      <Icon name={to} />
    </button>
  )
}
