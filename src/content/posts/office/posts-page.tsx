import { useState } from 'react'
import { navigate } from '#platform/pages/navigate.ts'
import { Link, readLatestQuery, useApi, useRoute, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { SelectField } from '#ui/form/field.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { Chip } from '#ui/office/record-page.tsx'
import { EmptyListMessage, ListHead, MoreButton, Rows, usePaged, type Row } from '#ui/office/list.tsx'
import { SearchForm } from '#ui/office/search-form.tsx'
import { ListBar, Views } from '#ui/office/views.tsx'
import { formatWhen } from '#ui/office/format-time.ts'
import { queryString } from '#routes/public.ts'
import { officeHref, officePages } from '#routes/office.ts'
import type { Translator } from '#locales/translator.ts'
import { postStates, type PostState } from '../states.ts'
import { CategoryDialog } from './category-dialog.tsx'
import type { OfficePosts, PostLine, PostsOfficeApi } from './contract.ts'
import styles from './posts.module.css'
import { splitTimestamp, formatTimeZoneName } from './time-zone-name.ts'

/** The list of posts, the most recently edited first. The URL contains the search. */
export const postsPage: Page<PostsOfficeApi, OfficePosts> = {
  load: ({ api, route }) => api.getPosts(readQuery(route.query)),
  head: (_, { t }) => ({ title: t('posts.title'), hidden: true }),
  View: PostsView,
}

interface PostListQuery {
  state?: PostState
  category?: number
  words?: string
}

/** Ignores unknown values. */
function readQuery(query: URLSearchParams): PostListQuery {
  const state = postStates.find((value) => value === query.get('state'))
  const categoryId = Number(query.get('category'))
  const words = query.get('words')?.trim().slice(0, 80)
  return {
    ...(state && { state }),
    ...(Number.isInteger(categoryId) && categoryId > 0 && categoryId < 1e9 && { category: categoryId }),
    ...(words && { words }),
  }
}

const listPath = ({ state, category, words }: PostListQuery) =>
  officePages.posts + queryString({ state, category, words })

function PostsView({ data }: { data: OfficePosts }) {
  const translator = useTranslator()
  const { t, language } = translator
  const { query } = useRoute()
  const api = useApi<PostsOfficeApi>()
  const mayPublish = useOffice().can('publish')
  const [isAdding, setIsAdding] = useState(false)
  const listQuery = readQuery(query)
  const { rows, paging } = usePaged(data, (after) => api.getPosts({ ...listQuery, after }))
  const changeQuery = (changes: PostListQuery) =>
    navigate(listPath({ ...readQuery(readLatestQuery()), ...changes }), language)
  const category = data.categories.find(({ id }) => id === listQuery.category)
  const isFiltered = Object.keys(listQuery).length > 0
  const viewLabels = {
    all: t('posts.view_all'),
    draft: t('posts.view_draft'),
    published: t('posts.view_published'),
    scheduled: t('posts.view_scheduled'),
    changed: t('posts.view_changed'),
  }
  const { state: _, ...otherFilters } = listQuery
  const addButton = <ButtonLink to={officeHref('post', 'new')}>{t('posts.add')}</ButtonLink>
  return (
    <>
      <ListHead title={t('posts.title')}>
        {mayPublish && (
          <Button variant="secondary" onClick={() => setIsAdding(true)}>
            {t('posts.add_category')}
          </Button>
        )}
        {(rows.length > 0 || isFiltered) && addButton}
      </ListHead>
      <Views
        label={t('posts.views')}
        views={[undefined, ...postStates].map((state) => ({
          to: listPath({ ...otherFilters, ...(state && { state }) }),
          label: viewLabels[state ?? 'all'],
          isShown: state === listQuery.state,
        }))}
      />
      <ListBar>
        <SearchForm
          label={t('posts.search')}
          hint={t('posts.search_hint')}
          value={listQuery.words ?? ''}
          onSearch={(search) => {
            const { words: __, ...remainingFilters } = readQuery(readLatestQuery())
            navigate(listPath({ ...remainingFilters, ...(search && { words: search.slice(0, 80) }) }), language)
          }}
        />
        <SelectField
          label={t('posts.category')}
          name="category"
          value={listQuery.category ?? ''}
          onChange={({ currentTarget }) => {
            const { category: __, ...remainingFilters } = readQuery(readLatestQuery())
            const selectedId = Number(currentTarget.value)
            if (selectedId) changeQuery({ category: selectedId })
            else navigate(listPath(remainingFilters), language)
          }}
        >
          <option value="">{t('posts.any_category')}</option>
          {data.categories.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </SelectField>
      </ListBar>
      {category && (
        <p className={styles.about}>
          {t('posts.order_text')} <Link to={officeHref('category', category.id)}>{t('posts.category_edit')}</Link>
        </p>
      )}
      {rows.length > 0 ? (
        <Rows
          columns={{
            title: t('posts.list_title'),
            about: t('posts.category'),
            small: t('posts.list_changed'),
            chip: t('posts.list_state'),
          }}
          rows={rows.map((row) => toRow(row, data, translator))}
        />
      ) : (
        <EmptyListMessage
          title={t(isFiltered ? 'posts.none_found' : 'posts.none')}
          text={t(isFiltered ? 'posts.none_found_text' : 'posts.none_text')}
          action={isFiltered ? <Link to={officePages.posts}>{t('posts.see_all')}</Link> : addButton}
        />
      )}
      <MoreButton {...paging} />
      <CategoryDialog open={isAdding} onClose={() => setIsAdding(false)} />
    </>
  )
}

function toRow(row: PostLine, { categories, time_zone }: OfficePosts, translator: Translator): Row {
  const { t, language } = translator
  const title = (language === 'bn' && row.title_bn) || row.title_en || t('posts.untitled')
  const category = categories.find(({ id }) => id === row.category_id)?.title ?? ''
  return {
    path: officeHref('post', row.id),
    title,
    about: [category, !row.translated && t('posts.not_translated')].filter(Boolean).join(', '),
    small: [
      row.scheduled &&
        t('posts.scheduled_at', { ...splitTimestamp(row.scheduled), zone: formatTimeZoneName(time_zone, translator) }),
      row.who
        ? t('posts.edited_by', { when: formatWhen(translator, row.edited), who: row.who })
        : t('posts.edited', { when: formatWhen(translator, row.edited) }),
    ]
      .filter(Boolean)
      .join(' · '),
    chip: <StateChip {...row} />,
  }
}

function StateChip({ published, scheduled, changed }: PostLine) {
  const { t } = useTranslator()
  if (scheduled) return <Chip tone="to-come">{t('posts.is_scheduled')}</Chip>
  if (!published) return <Chip tone="waits">{t('posts.is_draft')}</Chip>
  return <Chip tone={changed ? 'due' : 'plain'}>{t(changed ? 'posts.view_changed' : 'posts.is_published')}</Chip>
}
