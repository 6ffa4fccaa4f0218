import { useEffect, useState } from 'react'
import { useApi, useWords } from '#platform/pages/page.tsx'
import type { PictureData } from '#platform/pictures.ts'
import { TextField } from '#ui/form/field.tsx'
import { useDesk } from '#ui/office/desk.ts'
import { Empty, More, usePaged } from '#ui/office/list.tsx'
import { Picture } from '#ui/picture.tsx'
import type { Library, MediaOfficeApi } from './contract.ts'
import styles from './media.module.css'
import { AddButtons, DropPlace, UploadList } from './upload-parts.tsx'
import { useUploads } from './use-uploads.ts'

const nothing = () => {}
const none: Library = { data: [], more: null, uploads: [] }
const PAUSE_MS = 250

/**
 * The library as a picker in a dialog. Users with the permission can also add pictures, which appear as soon as they
 * are processed.
 */
export function PicturePicker({
  chosen,
  onChoose,
}: {
  chosen: readonly string[]
  onChoose: (picture: { name: string; picture: PictureData }) => void
}) {
  const { t } = useWords()
  const api = useApi<MediaOfficeApi>()
  const mayAdd = useDesk().may('write content')
  const [typed, setTyped] = useState('')
  const [round, setRound] = useState(0)
  const [found, setFound] = useState<Library | 'failed' | null>(null)
  const q = typed.trim()
  useEffect(() => {
    let isOver = false
    const ask = () =>
      api.getPictures(q ? { q } : {}).then(
        (library) => isOver || setFound(library),
        () => isOver || setFound('failed'),
      )
    const timer = setTimeout(() => void ask(), q ? PAUSE_MS : 0)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [api, q, round])
  const uploads = useUploads([], () => setRound((before) => before + 1))
  const library = found === 'failed' || found === null ? none : found
  const { rows, paging } = usePaged(library, (after) => api.getPictures({ ...(q && { q }), after }))
  return (
    <DropPlace onFiles={mayAdd ? uploads.add : nothing}>
      <div className={styles.filter}>
        <TextField
          type="search"
          label={t('media.search')}
          name="picture-search"
          value={typed}
          maxLength={80}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={(event) => {
            // Prevents submitting the surrounding form.
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
        {mayAdd && <AddButtons onFiles={uploads.add} />}
      </div>
      <UploadList uploads={uploads} />
      {found === null && <p role="status">{t('media.loading')}</p>}
      {found === 'failed' && <p role="alert">{t('media.load_failed')}</p>}
      {found !== null && found !== 'failed' && rows.length === 0 && <Empty title={t('media.none')} />}
      <ul role="list" className={styles.grid}>
        {rows.map(({ name, title, picture }) => (
          <li key={name}>
            <button type="button" aria-pressed={chosen.includes(name)} onClick={() => onChoose({ name, picture })}>
              <Picture picture={{ ...picture, alt: '' }} sizes="12rem" />
              <span className={styles.title}>{title}</span>
            </button>
          </li>
        ))}
      </ul>
      <More {...paging} />
    </DropPlace>
  )
}
