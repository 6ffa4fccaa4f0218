import { useEffect, useRef, useState } from 'react'
import { navigate, usePlace, useTranslator } from '#platform/pages/page.tsx'
import { saveToStorage, getStorage } from '#platform/storage.ts'
import { Dialog } from '#ui/dialog.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { officePages } from '#routes/office.ts'
import styles from './keyboard-shortcuts.module.css'

/** Keys and the message that describes each. Letters with Ctrl or in a field are left to the browser. */
const shortcuts = [
  { key: '/', word: 'keys.search' },
  { key: '?', word: 'keys.list' },
  { key: 'Esc', word: 'keys.close' },
  { key: 'Tab', word: 'keys.next' },
] as const

/** The lists with a search, for pages without one. The first list that the user may open is searched. */
const searchPages = [
  { page: 'bookings', permission: 'see bookings' },
  { page: 'inbox', permission: 'answer enquiries' },
  { page: 'quotations', permission: 'make quotations' },
  { page: 'people', permission: 'see people' },
  { page: 'posts', permission: 'write content' },
  { page: 'emails', permission: 'look after letters' },
] as const

/** Keyboard shortcuts. Users of speech input, or those who press keys by accident, can turn them off. */
export function KeyboardShortcuts() {
  const { t, language } = useTranslator()
  const { may } = useOffice()
  const { path } = usePlace()
  const [isDialogOpen, setDialogOpen] = useState(false)
  const [isOff, setOff] = useState(() => getStorage('localStorage')?.getItem('keys') === 'off')
  const searchPage = searchPages.find(({ permission }) => may(permission))?.page
  /** The page that was opened for its search. */
  const openedForSearch = useRef<string | null>(null)
  // Runs after each render, because the page appears once its data is loaded.
  useEffect(() => {
    if (openedForSearch.current === path && focusSearch()) openedForSearch.current = null
  })
  useEffect(() => {
    function search() {
      if (focusSearch()) return
      if (!searchPage) return setDialogOpen(true)
      openedForSearch.current = officePages[searchPage]
      navigate(officePages[searchPage], language)
    }
    function onKeyDown(event: KeyboardEvent) {
      if (isForBrowser(event)) return
      if (event.key === '?') setDialogOpen(true)
      else if (isOff || event.key !== '/') return
      else search()
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isOff, searchPage, language])
  function setEnabled(isDisabled: boolean) {
    setOff(isDisabled)
    saveToStorage('localStorage', 'keys', isDisabled ? 'off' : 'on')
  }
  return (
    <Dialog open={isDialogOpen} title={t('keys.title')} onClose={() => setDialogOpen(false)}>
      <dl className={styles.keys}>
        {shortcuts.map(({ key, word }) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(word)}</dd>
          </div>
        ))}
      </dl>
      <label className={styles.switch}>
        <input type="checkbox" checked={!isOff} onChange={({ currentTarget }) => setEnabled(!currentTarget.checked)} />
        {t('keys.enable')}
      </label>
    </Dialog>
  )
}

function isForBrowser({ target, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  const isInField =
    target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], dialog')
  return ctrlKey || metaKey || altKey || isComposing || Boolean(isInField)
}

/** Focuses the search field of the page and returns whether it has one. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]')
  field?.focus()
  field?.select()
  return field !== null
}
