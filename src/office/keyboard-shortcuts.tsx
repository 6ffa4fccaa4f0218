import { useEffect, useState } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { saveToStorage, getStorage } from '#platform/storage.ts'
import { Dialog } from '#ui/dialog.tsx'
import styles from './keyboard-shortcuts.module.css'

/** Keys and the message that describes each. Letters with Ctrl or in a field are left to the browser. */
const shortcuts = [
  { key: '/', word: 'keys.search' },
  { key: '?', word: 'keys.list' },
  { key: 'Esc', word: 'keys.close' },
  { key: 'Tab', word: 'keys.next' },
] as const

/** Keyboard shortcuts. Users of speech input, or those who press keys by accident, can turn them off. */
export function KeyboardShortcuts() {
  const { t } = useTranslator()
  const [isDialogOpen, setDialogOpen] = useState(false)
  const [isOff, setOff] = useState(() => getStorage('localStorage')?.getItem('keys') === 'off')
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (isForBrowser(event)) return
      if (event.key === '?') setDialogOpen(true)
      else if (isOff || event.key !== '/') return
      else focusSearch()
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isOff])
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

/** Focuses the search field of the page, if it has one. */
function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]')
  field?.focus()
  field?.select()
}
