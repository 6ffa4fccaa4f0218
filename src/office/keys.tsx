import { useEffect, useState } from 'react'
import { useWords } from '#platform/pages/page.tsx'
import { keep, storage } from '#platform/storage.ts'
import { Dialog } from '#ui/dialog.tsx'
import styles from './keys.module.css'

/** Keys and the message that describes each. Letters with Ctrl or in a field are left to the browser. */
const keys = [
  { key: '/', word: 'keys.search' },
  { key: '?', word: 'keys.list' },
  { key: 'Esc', word: 'keys.close' },
  { key: 'Tab', word: 'keys.next' },
] as const

/** Keyboard shortcuts. Users of speech input, or those who press keys by accident, can turn them off. */
export function Keys() {
  const { t } = useWords()
  const [isListed, setListed] = useState(false)
  const [isOff, setOff] = useState(() => storage('localStorage')?.getItem('keys') === 'off')
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (isForField(event)) return
      if (event.key === '?') setListed(true)
      else if (isOff || event.key !== '/') return
      else focusSearch()
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isOff])
  function turn(off: boolean) {
    setOff(off)
    keep('localStorage', 'keys', off ? 'off' : 'on')
  }
  return (
    <Dialog open={isListed} title={t('keys.title')} onClose={() => setListed(false)}>
      <dl className={styles.keys}>
        {keys.map(({ key, word }) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(word)}</dd>
          </div>
        ))}
      </dl>
      <label className={styles.switch}>
        <input type="checkbox" checked={!isOff} onChange={({ currentTarget }) => turn(!currentTarget.checked)} />
        {t('keys.on')}
      </label>
    </Dialog>
  )
}

function isForField({ target, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  const isTyped = target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], dialog')
  return ctrlKey || metaKey || altKey || isComposing || Boolean(isTyped)
}

/** Focuses the search field of the page, if it has one. */
function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]')
  field?.focus()
  field?.select()
}
