import { useEffect, useState } from 'react'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import type { PictureData } from '#platform/pictures.ts'
import { TextField } from '#ui/form/field.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { EmptyListMessage, MoreButton, usePaged } from '#ui/office/list.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import type { Library, MediaOfficeApi } from './contract.ts'
import styles from './media.module.css'
import { AddButtons, DropZone, UploadList } from './upload-parts.tsx'
import { useUploads } from './use-uploads.ts'

const ignore = () => {}
const emptyLibrary: Library = { data: [], more: null, uploads: [] }
const SEARCH_DELAY_MS = 250

/**
 * The library as a picker in a dialog. Users with the permission can also add pictures, which appear as soon as they
 * are processed.
 */
export function PicturePicker({
  chosenNames,
  onChoose,
}: {
  chosenNames: readonly string[]
  onChoose: (picture: { name: string; picture: PictureData }) => void
}) {
  const { t } = useTranslator()
  const api = useApi<MediaOfficeApi>()
  const mayAdd = useOffice().can('write content')
  const [typedText, setTypedText] = useState('')
  const [reloadCount, setReloadCount] = useState(0)
  const [result, setResult] = useState<Library | 'failed' | null>(null)
  const q = typedText.trim()
  useEffect(() => {
    let isCancelled = false
    const search = () =>
      api.getPictures(q ? { q } : {}).then(
        (library) => isCancelled || setResult(library),
        () => isCancelled || setResult('failed'),
      )
    const timer = setTimeout(() => void search(), q ? SEARCH_DELAY_MS : 0)
    return () => {
      isCancelled = true
      clearTimeout(timer)
    }
  }, [api, q, reloadCount])
  const uploads = useUploads([], () => setReloadCount((previous) => previous + 1))
  const library = result === 'failed' || result === null ? emptyLibrary : result
  const { rows, paging } = usePaged(library, (after) => api.getPictures({ ...(q && { q }), after }))
  return (
    <DropZone onFiles={mayAdd ? uploads.add : ignore}>
      <div className={styles.filter}>
        <TextField
          type="search"
          label={t('media.search')}
          name="picture-search"
          value={typedText}
          maxLength={80}
          onChange={({ currentTarget }) => setTypedText(currentTarget.value)}
          onKeyDown={(event) => {
            // Prevents submitting the surrounding form.
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
        {mayAdd && <AddButtons onFiles={uploads.add} />}
      </div>
      <UploadList uploads={uploads} />
      {result === null && <p role="status">{t('media.loading')}</p>}
      {result === 'failed' && <p role="alert">{t('media.load_failed')}</p>}
      {result !== null && result !== 'failed' && rows.length === 0 && <EmptyListMessage title={t('media.none')} />}
      <ul role="list" className={styles.grid}>
        {rows.map(({ name, title, picture }) => (
          <li key={name}>
            <button
              className="stack-1 panel"
              type="button"
              aria-pressed={chosenNames.includes(name)}
              onClick={() => onChoose({ name, picture })}
            >
              <Picture picture={{ ...picture, alt: '' }} sizes="12rem" />
              <span className="anywhere clamped">{title}</span>
            </button>
          </li>
        ))}
      </ul>
      <MoreButton {...paging} />
    </DropZone>
  )
}
