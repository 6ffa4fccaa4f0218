import type { Editor } from '@tiptap/core'
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import * as acts from './actions.ts'
import type { EditorAction } from './actions.ts'
import { headingLevels } from './blocks.ts'
import styles from './toolbar.module.css'
import { ToolbarIcon, type ToolbarIconName } from './toolbar-icons.tsx'

/** Toolbar operations that open a dialog or another view. */
export interface DialogActions {
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
  dialogActions,
}: {
  editor: Editor
  label: string
  controls: string
  dialogActions: DialogActions
}) {
  const { t } = useTranslator()
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The last used button may have disappeared with its table.
    if (!bar.current!.querySelector('[data-item][tabindex="0"]')) findItems(bar.current!)[0]!.tabIndex = 0
  })
  const createAction = (
    name: ToolbarIconName,
    word: EditorAction['word'],
    run: () => void,
    options: Partial<EditorAction> = {},
  ): EditorAction => ({
    name,
    word,
    run,
    ...options,
  })
  const renderGroup = (list: readonly EditorAction[], name?: string) => (
    <Group label={name}>
      {list.map((act) => (
        // A small group has space for labels.
        <ActionButton key={act.word} act={act} editor={editor} hasText={name !== undefined && list.length < 4} />
      ))}
    </Group>
  )
  const isActive = (name: string) => editor.isActive(name)
  return (
    <div
      ref={bar}
      className={styles.bar}
      role="toolbar"
      aria-label={t('editor.toolbar', { label })}
      aria-controls={controls}
      onKeyDown={(event) => moveFocus(event, bar.current!, () => editor.view.focus())}
      onFocus={({ target }) => setTabStop(bar.current!, target)}
    >
      <div className={styles.acts}>
        <Group>
          <LevelSelect editor={editor} />
        </Group>
        {renderGroup(acts.inlineActions)}
        {renderGroup(acts.blockActions)}
        {renderGroup([
          createAction('link', 'editor.link', dialogActions.link, { keys: 'Control+K', isOn: () => isActive('link') }),
          createAction('figure', 'editor.picture', dialogActions.picture),
          acts.insertTableAction,
        ])}
        {renderGroup(acts.historyActions)}
        {renderGroup(acts.extraActions)}
        <button type="button" className={styles.source} data-item tabIndex={-1} onClick={dialogActions.source}>
          {t('editor.source')}
        </button>
      </div>
      {(isActive('table') || isActive('figure') || isActive('blockquote')) && (
        <div className={styles.acts}>
          {isActive('table') &&
            renderGroup(
              [
                ...acts.tableActions,
                createAction('caption', 'editor.caption', dialogActions.caption),
                acts.removeTableAction,
              ],
              t('editor.table_tools'),
            )}
          {isActive('figure') &&
            renderGroup(
              [createAction('describe', 'editor.describe', dialogActions.describe), acts.removeFigureAction],
              t('editor.picture_tools'),
            )}
          {isActive('blockquote') && renderGroup([acts.quoteAction], t('editor.quote_tools'))}
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

function ActionButton({ act, editor, hasText }: { act: EditorAction; editor: Editor; hasText: boolean }) {
  const { t } = useTranslator()
  const { name, word: labelKey, keys, isOn, can, run } = act
  const isDisabled = can ? !can(editor) : false
  return (
    <button
      type="button"
      data-item
      tabIndex={-1}
      aria-label={t(labelKey)}
      title={keys ? `${t(labelKey)} (${formatShortcut(keys)})` : t(labelKey)}
      aria-keyshortcuts={keys}
      aria-pressed={isOn?.(editor)}
      aria-disabled={isDisabled || undefined}
      // Keeps the cursor in the text, and with it the keyboard of a phone.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        if (isDisabled) return
        run(editor)
        requestAnimationFrame(() => document.activeElement === document.body && editor.view.focus())
      }}
    >
      <ToolbarIcon name={name} />
      {hasText && <span>{t(labelKey)}</span>}
    </button>
  )
}

/** Chooses whether a line is a paragraph or a heading. */
function LevelSelect({ editor }: { editor: Editor }) {
  const { t } = useTranslator()
  const level = headingLevels.find((candidate) => editor.isActive('heading', { level: candidate })) ?? 0
  return (
    <select
      className={styles.level}
      data-item
      tabIndex={0}
      aria-label={t('editor.level')}
      title={t('editor.level')}
      value={level}
      onChange={({ currentTarget }) => {
        const selectedValue = Number(currentTarget.value)
        if (selectedValue) editor.commands.setNode('heading', { level: selectedValue })
        else editor.commands.setNode('paragraph')
        // On touch screens the selection closed the keyboard, so the text takes the focus. With a keyboard the focus
        // stays in the toolbar.
        if (matchMedia('(pointer: coarse)').matches) editor.view.focus()
      }}
    >
      <option value={0}>{t('editor.paragraph')}</option>
      <option value={2}>{t('editor.heading_2')}</option>
      <option value={3}>{t('editor.heading_3')}</option>
      <option value={4}>{t('editor.heading_4')}</option>
    </select>
  )
}

const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)
const formatShortcut = (keys: string) =>
  isApple ? keys.replace('Control', '⌘').replace('Shift', '⇧').replaceAll('+', '') : keys.replace('Control', 'Ctrl')

const findItems = (bar: Element) => [...bar.querySelectorAll<HTMLElement>('[data-item]')]

/** Makes the last used button the tab stop. */
function setTabStop(bar: Element, target: EventTarget): void {
  for (const item of findItems(bar)) item.tabIndex = item === target ? 0 : -1
}

function moveFocus(event: KeyboardEvent, bar: Element, leave: () => void): void {
  if (event.key === 'Escape') {
    event.preventDefault()
    return leave()
  }
  const items = findItems(bar)
  const index = items.indexOf(event.target as HTMLElement)
  const targetIndex = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: items.length - 1 }[event.key]
  if (index < 0 || targetIndex === undefined) return
  event.preventDefault()
  items.at(targetIndex % items.length)!.focus()
}
