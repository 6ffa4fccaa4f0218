import { useState, type FormEvent } from 'react'
import { navigate } from '#platform/pages/navigate.ts'
import { Link, readLatestQuery, useApi, useRoute, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/form/field.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { EmptyListMessage, ListHead, MoreButton, usePaged } from '#ui/office/list.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import { queryString } from '#routes/public.ts'
import { officeHref, officePages } from '#routes/office.ts'
import type { Library, MediaOfficeApi } from './contract.ts'
import styles from './media.module.css'
import { AddButtons, DropZone, LimitsHint, UploadList } from './upload-parts.tsx'
import { useUploads } from './use-uploads.ts'

/** The picture library, newest first. The URL contains the search. */
export const picturesPage: Page<MediaOfficeApi, Library> = {
  load: ({ api, route }) => api.getPictures(readQuery(route.query)),
  head: (_, { t }) => ({ title: t('media.title'), hidden: true }),
  View: PicturesView,
}

const filters = ['all', 'unused', 'undescribed'] as const

function readQuery(query: URLSearchParams): { q?: string; which?: (typeof filters)[number] } {
  const q = query.get('q')?.trim().slice(0, 80)
  const filter = filters.find((option) => option === query.get('which'))
  return { ...(q && { q }), ...(filter && filter !== 'all' && { which: filter }) }
}

function PicturesView({ data }: { data: Library }) {
  const { t } = useTranslator()
  const { query, language } = useRoute()
  const api = useApi<MediaOfficeApi>()
  const office = useOffice()
  const filter = readQuery(query)
  const [typedText, setTypedText] = useState(filter.q ?? '')
  const uploads = useUploads(data.uploads, () => office.refresh())
  const { rows, paging } = usePaged(data, (after) => api.getPictures({ ...filter, after }))
  const changeQuery = (changes: { q?: string | undefined; which?: string | undefined }) =>
    navigate(officePages.pictures + queryString({ ...readQuery(readLatestQuery()), ...changes }), language)
  function onSearch(event: FormEvent) {
    event.preventDefault()
    changeQuery({ q: typedText.trim() || undefined })
  }
  return (
    <DropZone onFiles={uploads.add}>
      <ListHead title={t('media.title')}>
        <AddButtons onFiles={uploads.add} />
      </ListHead>
      <LimitsHint />
      <UploadList uploads={uploads} />
      <form className={styles.filter} role="search" onSubmit={onSearch}>
        <TextField
          type="search"
          label={t('media.search')}
          name="q"
          value={typedText}
          maxLength={80}
          onChange={({ currentTarget }) => setTypedText(currentTarget.value)}
        />
        <SelectField
          label={t('media.show')}
          name="which"
          value={filter.which ?? 'all'}
          onChange={({ currentTarget }) =>
            changeQuery({ which: currentTarget.value === 'all' ? undefined : currentTarget.value })
          }
        >
          <option value="all">{t('media.all')}</option>
          <option value="unused">{t('media.unused')}</option>
          <option value="undescribed">{t('media.undescribed')}</option>
        </SelectField>
        <Button type="submit" variant="secondary">
          {t('media.search_submit')}
        </Button>
      </form>
      {rows.length === 0 ? (
        <EmptyListMessage title={t('media.none')} text={t('media.none_text')} />
      ) : (
        <ul role="list" className={styles.grid}>
          {rows.map(({ name, title, picture, described: hasDescription }) => (
            <li key={name}>
              <Link className="stack-1 panel" to={officeHref('picture', name)}>
                <Picture picture={{ ...picture, alt: '' }} sizes="12rem" />
                <span className="anywhere clamped">{title}</span>
                {!hasDescription && <span className={styles.due}>{t('media.needs_description')}</span>}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <MoreButton {...paging} />
    </DropZone>
  )
}
