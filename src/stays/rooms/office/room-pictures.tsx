import { useRef, useState } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Chip } from '#ui/office/record-page.tsx'
import { SortableList } from '#ui/office/sortable-list.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import { PicturePicker } from '#content/media/office/picture-picker.tsx'
import type { NamedPicture } from './contract.ts'
import styles from './room-page.module.css'

/** The pictures of a room in order. They can be moved, removed and added from the media library. */
export function RoomPictures({
  pictures,
  namedPictures,
  error,
  onChange,
}: {
  pictures: readonly string[]
  /** The saved pictures with their image data. */
  namedPictures: readonly NamedPicture[]
  error: string | undefined
  onChange: (pictures: string[]) => void
}) {
  const { t } = useTranslator()
  const [isOpen, setOpen] = useState(false)
  const [addedPictures, setAddedPictures] = useState<readonly NamedPicture[]>([])
  const addSection = useRef<HTMLDivElement>(null)
  const findPicture = (name: string) =>
    [...namedPictures, ...addedPictures].find((picture) => picture.name === name)?.picture
  const getName = (name: string) => findPicture(name)?.alt || name

  function remove(name: string) {
    onChange(pictures.filter((item) => item !== name))
    addSection.current!.querySelector('button')!.focus()
  }
  function choose(selected: NamedPicture) {
    setAddedPictures((before) => [...before, selected])
    onChange(
      pictures.includes(selected.name)
        ? pictures.filter((item) => item !== selected.name)
        : [...pictures, selected.name],
    )
  }
  return (
    <div className="stack-3">
      <p className="small">{t(pictures.length > 0 ? 'roomtype.pictures_hint' : 'roomtype.no_pictures')}</p>
      {error && <p className="error">{error}</p>}
      {pictures.length > 0 && (
        <SortableList
          items={pictures}
          keyOf={(name) => name}
          nameOf={getName}
          onReorder={onChange}
          layout="tiles"
          label={t('roomtype.part_pictures')}
        >
          {(name, index) => {
            const picture = findPicture(name)
            return (
              <div className={styles.tile}>
                {picture && <Picture picture={picture} sizes="12rem" />}
                <p className="truncated" title={name}>
                  {name}
                </p>
                {index === 0 && (
                  <span className={styles.cover}>
                    <Chip tone="to-come">{t('roomtype.cover')}</Chip>
                  </span>
                )}
                <button
                  type="button"
                  className={styles.drop}
                  aria-label={t('roomtype.remove_picture', { name: getName(name) })}
                  onClick={() => remove(name)}
                >
                  ×
                </button>
              </div>
            )
          }}
        </SortableList>
      )}
      <div ref={addSection}>
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {t('roomtype.add_picture')}
        </Button>
      </div>
      <Dialog open={isOpen} title={t('roomtype.choose_picture')} size="wide" onClose={() => setOpen(false)}>
        <PicturePicker chosenNames={pictures} onChoose={choose} />
        <p>
          <Button variant="secondary" onClick={() => setOpen(false)}>
            {t('roomtype.done')}
          </Button>
        </p>
      </Dialog>
    </div>
  )
}
