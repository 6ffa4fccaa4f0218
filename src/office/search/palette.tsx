import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { navigate } from '#platform/pages/navigate.ts'
import { Link, useApi, useRoute, useTranslator } from '#platform/pages/page.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { officeHref, officePages } from '#routes/office.ts'
import type { OfficeApi } from '../api.ts'
import { listNavigation } from '../navigation.ts'
import type { FoundRecord } from './contract.ts'
import styles from './palette.module.css'

/** No request is sent until the user stops typing for this long. */
const DEBOUNCE_MS = 150

interface Result {
  kind: FoundRecord['kind'] | 'page'
  path: string
  title: string
  details: string
}

/** Searches the records and the pages of the office. The user chooses a result with the arrow keys or by a press. */
export function SearchPalette({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslator()
  return (
    <Dialog open={open} title={t('find.title')} onClose={onClose}>
      <Search onClose={onClose} />
    </Dialog>
  )
}

function Search({ onClose }: { onClose: () => void }) {
  const { t } = useTranslator()
  const { language } = useRoute()
  const [text, setText] = useState('')
  const [selectedIndex, setSelectedIndex] = useState(0)
  const listId = useId()
  const listRef = useRef<HTMLDivElement>(null)
  const { records, hasFailed, isLoading } = useRecords(text.trim())
  const results = [...records.map(toResult), ...usePages(text)]
  const currentIndex = Math.min(selectedIndex, results.length - 1)
  useEffect(() => {
    listRef.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [currentIndex])
  function openResult(result: Result | undefined) {
    if (!result) return
    onClose()
    navigate(result.path, language)
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter') openResult(results[currentIndex])
    else if (step && results.length > 0) setSelectedIndex((currentIndex + step + results.length) % results.length)
    else return
    event.preventDefault()
  }
  const getOptionId = (index: number) => `${listId}-${index}`
  return (
    <div className={styles.search}>
      <input
        type="search"
        role="combobox"
        // The dialog focuses the element with this attribute.
        ref={(input) => input?.setAttribute('autofocus', '')}
        aria-label={t('find.label')}
        placeholder={t('find.placeholder')}
        aria-expanded={results.length > 0}
        aria-controls={listId}
        aria-activedescendant={results.length > 0 ? getOptionId(currentIndex) : undefined}
        autoComplete="off"
        maxLength={100}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          setSelectedIndex(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={listRef} id={listId} role="listbox" aria-label={t('find.results')} className={styles.results}>
        {results.map((result, index) => (
          <Link
            key={`${result.kind} ${result.path} ${result.title}`}
            id={getOptionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === currentIndex}
            to={result.path}
            onClick={onClose}
          >
            <span className={styles.kind}>{t(`find.kind_${result.kind}`)}</span>
            <span className={styles.what}>
              <strong>{result.title}</strong> {result.details}
            </span>
          </Link>
        ))}
      </div>
      <p role="status" className="small">
        {hasFailed
          ? t('find.failed')
          : text.trim() === ''
            ? t('find.hint')
            : results.length === 0 && !isLoading && t('find.none')}
      </p>
    </div>
  )
}

/** Loads the records that match the text. Earlier results stay until newer ones arrive. */
function useRecords(search: string) {
  const api = useApi<OfficeApi>()
  const [loadedSearch, setLoadedSearch] = useState<{
    search: string
    records: readonly FoundRecord[]
    hasFailed: boolean
  }>({
    search: '',
    records: [],
    hasFailed: false,
  })
  useEffect(() => {
    if (search === '') return
    let isCurrent = true
    const showResults = (records: readonly FoundRecord[], hasFailed: boolean) =>
      isCurrent && setLoadedSearch({ search, records, hasFailed })
    const timer = setTimeout(
      () =>
        void api.searchOffice({ search }).then(
          ({ data }) => showResults(data, false),
          () => showResults([], true),
        ),
      DEBOUNCE_MS,
    )
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [api, search])
  if (search === '') return { records: [], hasFailed: false, isLoading: false }
  return { ...loadedSearch, isLoading: loadedSearch.search !== search }
}

/** The pages of the navigation whose names contain the text. */
function usePages(text: string): Result[] {
  const { t } = useTranslator()
  const { can } = useOffice()
  const search = text.trim().toLowerCase()
  if (search === '') return []
  return listNavigation(can)
    .flatMap(({ items }) => items)
    .map(({ page, label }) => ({ kind: 'page' as const, path: officePages[page], title: t(label), details: '' }))
    .filter(({ title }) => title.toLowerCase().includes(search))
}

function toResult({ kind, id, title, details }: FoundRecord): Result {
  const paths = {
    stay: officeHref('booking', id),
    person: officeHref('person', id),
    unit: id === '' ? officePages.chart : officeHref('booking', id),
    enquiry: officeHref('enquiry', id),
    message: officeHref('message', id),
    customer: officeHref('customer', id),
    quotation: officeHref('quotation', id),
    order: officeHref('order', id),
    invoice: officeHref('invoice', id),
  }
  return { kind, path: paths[kind], title, details }
}
