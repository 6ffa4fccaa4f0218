import type { Editor } from '@tiptap/core'
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useWords } from '#platform/pages/page.tsx'
import * as acts from './acts.ts'
import type { Act } from './acts.ts'
import { levels } from './blocks.ts'
import styles from './toolbar.module.css'
import { Sign, type SignName } from './signs.tsx'

/** Toolbar operations that open a dialog or another view. */
export interface Asks {
  link: () => void
  picture: () => void
  describe: () => void
  caption: () => void
  source: () => void
}

/**
 * A toolbar with one tab stop and arrow keys inside (the ARIA toolbar pattern). A second row holds the operations for
 * the table, picture or quotation at the cursor.
 */
export function Toolbar({
  editor,
  label,
  controls,
  asks,
}: {
  editor: Editor
  label: string
  controls: string
  asks: Asks
}) {
  const { t } = useWords()
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The last used button may have disappeared with its table.
    if (!bar.current!.querySelector('[data-item][tabindex="0"]')) itemsOf(bar.current!)[0]!.tabIndex = 0
  })
  const ask = (name: SignName, word: Act['word'], run: () => void, more: Partial<Act> = {}): Act => ({
    name,
    word,
    run,
    ...more,
  })
  const group = (list: readonly Act[], name?: string) => (
    <Group label={name}>
      {list.map((act) => (
        // In a small group there is room for labels.
        <ActButton key={act.word} act={act} editor={editor} isWorded={name !== undefined && list.length < 4} />
      ))}
    </Group>
  )
  const isIn = (name: string) => editor.isActive(name)
  return (
    <div
      ref={bar}
      className={styles.bar}
      role="toolbar"
      aria-label={t('write.toolbar', { label })}
      aria-controls={controls}
      onKeyDown={(event) => lead(event, bar.current!, () => editor.view.focus())}
      onFocus={({ target }) => rove(bar.current!, target)}
    >
      <div className={styles.acts}>
        <Group>
          <Level editor={editor} />
        </Group>
        {group(acts.inLine)}
        {group(acts.inBlocks)}
        {group([
          ask('link', 'write.link', asks.link, { keys: 'Control+K', isOn: () => isIn('link') }),
          ask('figure', 'write.picture', asks.picture),
          acts.table,
        ])}
        {group(acts.back)}
        {group(acts.seldom)}
        <button type="button" className={styles.source} data-item tabIndex={-1} onClick={asks.source}>
          {t('write.source')}
        </button>
      </div>
      {(isIn('table') || isIn('figure') || isIn('blockquote')) && (
        <div className={styles.acts}>
          {isIn('table') &&
            group([...acts.ofTable, ask('caption', 'write.caption', asks.caption), acts.noTable], t('write.of_table'))}
          {isIn('figure') &&
            group([ask('describe', 'write.describe', asks.describe), acts.noFigure], t('write.of_picture'))}
          {isIn('blockquote') && group([acts.ofQuote], t('write.of_quote'))}
        </div>
      )}
    </div>
  )
}

function Group({ label, children }: { label?: string | undefined; children: ReactNode }) {
  return (
    <div className={styles.group} role={label && 'group'} aria-label={label}>
      {label && (
        <span className={styles.of} aria-hidden="true">
          {label}
        </span>
      )}
      {children}
    </div>
  )
}

function ActButton({ act, editor, isWorded }: { act: Act; editor: Editor; isWorded: boolean }) {
  const { t } = useWords()
  const { name, word, keys, isOn, can, run } = act
  const isOff = can ? !can(editor) : false
  return (
    <button
      type="button"
      data-item
      tabIndex={-1}
      aria-label={t(word)}
      title={keys ? `${t(word)} (${spoken(keys)})` : t(word)}
      aria-keyshortcuts={keys}
      aria-pressed={isOn?.(editor)}
      aria-disabled={isOff || undefined}
      // Keeps the cursor in the text, and with it the keyboard of a phone.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        if (isOff) return
        run(editor)
        requestAnimationFrame(() => document.activeElement === document.body && editor.view.focus())
      }}
    >
      <Sign name={name} />
      {isWorded && <span>{t(word)}</span>}
    </button>
  )
}

/** Chooses whether a line is a paragraph or a heading. */
function Level({ editor }: { editor: Editor }) {
  const { t } = useWords()
  const level = levels.find((each) => editor.isActive('heading', { level: each })) ?? 0
  return (
    <select
      className={styles.level}
      data-item
      tabIndex={0}
      aria-label={t('write.level')}
      title={t('write.level')}
      value={level}
      onChange={({ currentTarget }) => {
        const chosen = Number(currentTarget.value)
        if (chosen) editor.commands.setNode('heading', { level: chosen })
        else editor.commands.setNode('paragraph')
        // On touch screens the selection closed the keyboard, so the text takes the focus. With a keyboard the focus
        // stays in the toolbar.
        if (matchMedia('(pointer: coarse)').matches) editor.view.focus()
      }}
    >
      <option value={0}>{t('write.paragraph')}</option>
      <option value={2}>{t('write.heading_2')}</option>
      <option value={3}>{t('write.heading_3')}</option>
      <option value={4}>{t('write.heading_4')}</option>
    </select>
  )
}

const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)
const spoken = (keys: string) =>
  isApple ? keys.replace('Control', '⌘').replace('Shift', '⇧').replaceAll('+', '') : keys.replace('Control', 'Ctrl')

const itemsOf = (bar: Element) => [...bar.querySelectorAll<HTMLElement>('[data-item]')]

/** Makes the last used button the tab stop. */
function rove(bar: Element, target: EventTarget): void {
  for (const item of itemsOf(bar)) item.tabIndex = item === target ? 0 : -1
}

function lead(event: KeyboardEvent, bar: Element, leave: () => void): void {
  if (event.key === 'Escape') {
    event.preventDefault()
    return leave()
  }
  const items = itemsOf(bar)
  const at = items.indexOf(event.target as HTMLElement)
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: items.length - 1 }[event.key]
  if (at < 0 || to === undefined) return
  event.preventDefault()
  items.at(to % items.length)!.focus()
}
