import { useEffect, useState } from 'react'
import { navigate, useApi, usePlace, useTranslator, type Page } from '#platform/pages/page.tsx'
import { TextField } from '#ui/form/field.tsx'
import { CheckField } from '#ui/form/check-field.tsx'
import { Chip, RecordPage } from '#ui/office/record-page.tsx'
import { Empty, More, Rows, usePaged } from '#ui/office/list.tsx'
import { queryString } from '#routes/public.ts'
import { officeHref, officePages } from '#routes/office.ts'
import type { OfficeLabel, OfficeLabels, TextsApi } from './texts-contract.ts'

/** The messages of the website with full-text search. The URL contains the search. */
export const labelsPage: Page<TextsApi, OfficeLabels> = {
  load: ({ api, place }) => api.getLabels(readQuery(place.query)),
  head: (_, { t }) => ({ title: t('labels.title'), hidden: true }),
  View: LabelsView,
}

function readQuery(query: URLSearchParams): { words?: string; own?: number } {
  const search = query.get('words')?.slice(0, MAX_SEARCH_LENGTH)
  return { ...(search && { words: search }), ...(query.get('own') === '1' && { own: 1 }) }
}
const MAX_SEARCH_LENGTH = 80
const SEARCH_DELAY_MS = 250

function LabelsView({ data }: { data: OfficeLabels }) {
  const { t, count, language } = useTranslator()
  const api = useApi<TextsApi>()
  const { query } = usePlace()
  const filter = readQuery(query)
  const [search, setSearch] = useState(filter.words ?? '')
  const { rows, paging } = usePaged(data, (after) => api.getLabels({ ...filter, after }))
  const onlyCustom = filter.own === 1
  const changeQuery = (newSearch: string, isCustom: boolean) =>
    navigate(
      officePages.labels + queryString({ words: newSearch.trim() || undefined, own: isCustom ? 1 : undefined }),
      language,
      'replace',
    )
  useEffect(() => {
    if (search.trim() === (filter.words ?? '')) return
    const timer = setTimeout(() => changeQuery(search, onlyCustom), SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  })
  return (
    <RecordPage
      back={{ to: officePages.texts, label: t('texts.title') }}
      about={t('texts.title')}
      title={t('labels.title')}
      state={count('labels.found', data.all)}
    >
      <p className="small">{t('labels.about')}</p>
      <TextField
        label={t('labels.search')}
        name="words"
        type="search"
        value={search}
        maxLength={MAX_SEARCH_LENGTH}
        autoComplete="off"
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      <CheckField
        label={t('labels.only_own')}
        hint={t('labels.only_own_hint')}
        name="own"
        checked={onlyCustom}
        onChange={({ currentTarget }) => changeQuery(search, currentTarget.checked)}
      />
      {rows.length === 0 ? (
        <Empty title={t(onlyCustom ? 'labels.none_own' : 'labels.none')}>
          <p>{t(onlyCustom ? 'labels.none_own_text' : 'labels.none_text')}</p>
        </Empty>
      ) : (
        <Rows rows={rows.map((label) => ({ ...toRow(label), chip: customChip(label, t('labels.own')) }))} />
      )}
      <More {...paging} />
    </RecordPage>
  )
}

const toRow = ({ key, product_en, product_bn, own_en, own_bn }: OfficeLabel) => ({
  path: officeHref('label', key),
  title: own_en || product_en,
  about: <span lang="bn">{own_bn || product_bn}</span>,
  small: key,
})

const customChip = ({ own_en, own_bn }: OfficeLabel, text: string) =>
  own_en || own_bn ? <Chip tone="to-come">{text}</Chip> : null
