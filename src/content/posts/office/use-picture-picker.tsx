import { useRef, useState, type ReactNode } from 'react'
import { PicturePicker } from '../../media/office/picture-picker.tsx'
import { useTranslator } from '#platform/pages/page.tsx'
import type { PictureData } from '#platform/pictures.ts'
import { Dialog } from '#ui/dialog.tsx'
import type { TextPicture } from '#ui/rich-text/blocks.ts'

/** Returns a function that opens the picture picker and resolves to the chosen picture, or to null. */
export function usePicturePicker(): { choose: () => Promise<TextPicture | null>; dialog: ReactNode } {
  const { t } = useTranslator()
  const [isOpen, setIsOpen] = useState(false)
  const resolveChoice = useRef<(picture: TextPicture | null) => void>(() => {})
  const close = (picture: TextPicture | null) => {
    setIsOpen(false)
    resolveChoice.current(picture)
  }
  return {
    choose() {
      setIsOpen(true)
      return new Promise((resolve) => (resolveChoice.current = resolve))
    },
    dialog: (
      <Dialog open={isOpen} size="wide" title={t('posts.choose_picture')} onClose={() => close(null)}>
        <PicturePicker chosenNames={[]} onChoose={({ picture }) => close(toTextPicture(picture))} />
      </Dialog>
    ),
  }
}

/** Converts a library picture for use in a text. */
const toTextPicture = ({ src, alt, width, height, srcWidth }: PictureData): TextPicture => ({
  src,
  alt,
  width: srcWidth,
  height: Math.round((height / width) * srcWidth),
})
