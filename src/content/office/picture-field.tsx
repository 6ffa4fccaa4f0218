import { useId, useState } from 'react'
import { PicturePicker } from '../media/office/picture-picker.tsx'
import { useTranslator } from '#platform/pages/page.tsx'
import type { PictureData } from '#platform/pictures.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import field from '#ui/form/field.module.css'
import { Picture } from '#ui/pictures/picture.tsx'
import styles from './picture-field.module.css'

/** Shows the chosen picture and a picker for another one. */
export function PictureField({
  label,
  shown: shownPicture,
  error,
  onChoose,
  onClear,
}: {
  label: string
  shown: PictureData | null
  error: string | undefined
  onChoose: (name: string, shown: PictureData) => void
  /** Set if the picture is optional. */
  onClear?: () => void
}) {
  const { t } = useTranslator()
  const [isOpen, setIsOpen] = useState(false)
  const errorId = useId()
  return (
    <div className="stack-2">
      <p className={styles.label}>{label}</p>
      {shownPicture && (
        <div className={styles.shown}>
          <Picture picture={shownPicture} sizes="(min-width: 48rem) 28rem, 92vw" />
        </div>
      )}
      {shownPicture && <p className={styles.alt}>{shownPicture.alt}</p>}
      <div className="row-4">
        <Button
          variant="secondary"
          aria-invalid={error ? true : undefined}
          aria-describedby={error && errorId}
          onClick={() => setIsOpen(true)}
        >
          {t(shownPicture ? 'slides.change_picture' : 'slides.choose_picture')}
        </Button>
        {onClear && (
          <Button variant="quiet" onClick={onClear}>
            {t('posts.no_picture')}
          </Button>
        )}
      </div>
      {error && (
        <p className={field.error} id={errorId}>
          {error}
        </p>
      )}
      <Dialog open={isOpen} size="wide" title={t('slides.choose_picture')} onClose={() => setIsOpen(false)}>
        <PicturePicker
          chosenNames={[]}
          onChoose={({ name, picture }) => {
            onChoose(name, picture)
            setIsOpen(false)
          }}
        />
      </Dialog>
    </div>
  )
}
