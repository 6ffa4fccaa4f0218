import { useEffect, useState } from 'react'
import { navigate, useApi, usePlace, useWords, type Page } from '#platform/pages/page.tsx'
import { TextField } from '#ui/form/field.tsx'
import { CheckField } from '#ui/form/check-field.tsx'
import { Chip, File } from '#ui/office/file.tsx'
import { Empty, More, Rows, usePaged } from '#ui/office/list.tsx'
import { queryString } from '#routes/public.ts'
import { officeHref, officePages } from '#routes/office.ts'
import styles from './settings.module.css'
import type { OfficeLabel, OfficeLabels, TextsApi } from './texts-contract.ts'

/** The messages of the website with full-text search. The URL contains the search. */
export const labelsPage: Page<TextsApi, OfficeLabels> = {
  load: ({ api, place }) => api.getLabels(asked(place.query)),
  head: (_, { t }) => ({ title: t('labels.title'), hidden: true }),
  View: LabelsView,
}

function asked(query: URLSearchParams): { words?: string; own?: number } {
  const words = query.get('words')?.slice(0, MAX_LENGTH)
  return { ...(words && { words }), ...(query.get('own') === '1' && { own: 1 }) }
}
const MAX_LENGTH = 80
const REST_MS = 250

function LabelsView({ data }: { data: OfficeLabels }) {
  const { t, count, language } = useWords()
  const api = useApi<TextsApi>()
  const { query } = usePlace()
  const filter = asked(query)
  const [words, setWords] = useState(filter.words ?? '')
  const { rows, paging } = usePaged(data, (after) => api.getLabels({ ...filter, after }))
  const onlyOwn = filter.own === 1
  const go = (wanted: string, own: boolean) =>
    navigate(
      officePages.labels + queryString({ words: wanted.trim() || undefined, own: own ? 1 : undefined }),
      language,
      'replace',
    )
  useEffect(() => {
    if (words.trim() === (filter.words ?? '')) return
    const timer = setTimeout(() => go(words, onlyOwn), REST_MS)
    return () => clearTimeout(timer)
  })
  return (
    <File
      back={{ to: officePages.texts, label: t('texts.title') }}
      about={t('texts.title')}
      title={t('labels.title')}
      state={count('labels.found', data.all)}
    >
      <p className={styles.hint}>{t('labels.about')}</p>
      <TextField
        label={t('labels.search')}
        name="words"
        type="search"
        value={words}
        maxLength={MAX_LENGTH}
        autoComplete="off"
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
      <CheckField
        label={t('labels.only_own')}
        hint={t('labels.only_own_hint')}
        name="own"
        checked={onlyOwn}
        onChange={({ currentTarget }) => go(words, currentTarget.checked)}
      />
      {rows.length === 0 ? (
        <Empty title={t(onlyOwn ? 'labels.none_own' : 'labels.none')}>
          <p>{t(onlyOwn ? 'labels.none_own_text' : 'labels.none_text')}</p>
        </Empty>
      ) : (
        <Rows rows={rows.map((label) => ({ ...rowOf(label), chip: chipOf(label, t('labels.own')) }))} />
      )}
      <More {...paging} />
    </File>
  )
}

const rowOf = ({ key, product_en, product_bn, own_en, own_bn }: OfficeLabel) => ({
  path: officeHref('label', key),
  title: own_en || product_en,
  about: <span lang="bn">{own_bn || product_bn}</span>,
  small: key,
})

const chipOf = ({ own_en, own_bn }: OfficeLabel, said: string) =>
  own_en || own_bn ? <Chip tone="to-come">{said}</Chip> : null
