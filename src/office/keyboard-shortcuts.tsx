import { useEffect, useState } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { saveToStorage, getStorage } from '#platform/storage.ts'
import { Dialog } from '#ui/dialog.tsx'
import styles from './keyboard-shortcuts.module.css'

/** Keys and the message that describes each. Other keys with Ctrl or in a field are left to the browser. */
const shortcuts = [
  { key: '/', word: 'keys.search' },
  { key: 'Ctrl K', word: 'keys.search' },
  { key: '?', word: 'keys.list' },
  { key: 'Esc', word: 'keys.close' },
  { key: 'Tab', word: 'keys.next' },
] as const

/**
 * The keyboard shortcuts. Users of speech input, or those who press keys by accident, can turn off the key `/`. The key
 * `?` always opens the list.
 */
export function KeyboardShortcuts({ onSearch }: { onSearch: () => void }) {
  const { t } = useTranslator()
  const [isDialogOpen, setDialogOpen] = useState(false)
  const [areShortcutsOff, setAreShortcutsOff] = useState(() => getStorage('localStorage')?.getItem('keys') === 'off')
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (isSearchChord(event)) onSearch()
      else if (isForBrowser(event)) return
      else if (event.key === '?') setDialogOpen(true)
      else if (areShortcutsOff || event.key !== '/') return
      else onSearch()
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [areShortcutsOff, onSearch])
  function saveShortcutsDisabled(isDisabled: boolean) {
    setAreShortcutsOff(isDisabled)
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
        <input
          type="checkbox"
          checked={!areShortcutsOff}
          onChange={({ currentTarget }) => saveShortcutsDisabled(!currentTarget.checked)}
        />
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

/** Ctrl K, or Command K on a Mac. Works in fields too, but not over an open dialog. */
const isSearchChord = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k' && !document.querySelector('dialog[open]')
