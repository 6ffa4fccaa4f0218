import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import styles from './tabs.module.css'

/** One of several panels at a time. What was typed in the others stays. */
export function Tabs({
  label,
  tabs,
  initial,
}: {
  label: string
  tabs: readonly { key: string; label: string; panel: ReactNode }[]
  initial?: string
}) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState(initial)
  const selected = tabs.find(({ key }) => key === chosen) ?? tabs[0]

  function onKeyDown(event: KeyboardEvent) {
    const here = tabs.indexOf(selected!)
    const steps: Record<string, number> = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: tabs.length - 1 }
    const target = steps[event.key]
    if (target === undefined) return
    event.preventDefault()
    const index = (target + tabs.length) % tabs.length
    setChosen(tabs[index]!.key)
    list.current!.querySelectorAll('button')[index]!.focus()
  }
  return (
    <>
      <div className={styles.list} role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-tab-${tab.key}`}
            className={styles.tab}
            aria-selected={tab === selected}
            aria-controls={`${id}-panel-${tab.key}`}
            tabIndex={tab === selected ? 0 : -1}
            onClick={() => setChosen(tab.key)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.key}
          role="tabpanel"
          id={`${id}-panel-${tab.key}`}
          aria-labelledby={`${id}-tab-${tab.key}`}
          hidden={tab !== selected}
        >
          {tab.panel}
        </div>
      ))}
    </>
  )
}
