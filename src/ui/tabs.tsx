import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import styles from './tabs.module.css'

/** Tabs over one panel. Input in the panel stays when the tab changes. A single tab is not shown. */
export function Tabs<Key extends string>({
  label,
  tabs,
  selected,
  onSelect,
  children,
}: {
  label: string
  tabs: readonly { key: Key; label: string }[]
  selected: Key
  onSelect: (key: Key) => void
  children: ReactNode
}) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const hasSeveralTabs = tabs.length > 1

  function onKeyDown(event: KeyboardEvent) {
    const currentIndex = tabs.findIndex(({ key }) => key === selected)
    const steps: Record<string, number> = {
      ArrowRight: currentIndex + 1,
      ArrowLeft: currentIndex - 1,
      Home: 0,
      End: tabs.length - 1,
    }
    const targetIndex = steps[event.key]
    if (targetIndex === undefined) return
    event.preventDefault()
    const index = (targetIndex + tabs.length) % tabs.length
    onSelect(tabs[index]!.key)
    list.current!.querySelectorAll('button')[index]!.focus()
  }
  return (
    <>
      {hasSeveralTabs && (
        <div className={styles.list} role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
          {tabs.map((tab) => (
            <button
              key={tab.key}
              type="button"
              role="tab"
              id={`${id}-${tab.key}`}
              className={styles.tab}
              aria-selected={tab.key === selected}
              aria-controls={`${id}-panel`}
              tabIndex={tab.key === selected ? 0 : -1}
              onClick={() => onSelect(tab.key)}
            >
              {tab.label}
            </button>
          ))}
        </div>
      )}
      <div {...(hasSeveralTabs && { role: 'tabpanel', id: `${id}-panel`, 'aria-labelledby': `${id}-${selected}` })}>
        {children}
      </div>
    </>
  )
}
