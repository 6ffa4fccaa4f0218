import { useTranslator } from '#platform/pages/page.tsx'
import styles from './legend.module.css'
import bars from './bars.module.css'
import type { DueState } from './model.ts'

const dueStates: readonly DueState[] = ['overdue', 'due', 'here', 'leaves', 'to_come', 'waits', 'left']

/** Explains the colours and lists the keyboard shortcuts. */
export function Legend() {
  const { t } = useTranslator()
  return (
    <div className={styles.legend}>
      <ul className="row-4" role="list">
        {dueStates.map((due) => (
          <li key={due}>
            <span className={bars.bar} data-due={due} />
            {t(`desk.due_${due}`)}
          </li>
        ))}
        <li>
          <span className={bars.bar} data-closed />
          {t('desk.closed')}
        </li>
        <li>
          <span className={bars.bar} data-closed="imported" />
          {t('desk.sold_elsewhere')}
        </li>
      </ul>
      <details>
        <summary>{t('desk.keys')}</summary>
        <ul>
          {(['arrows', 'move', 'stretch', 'choose', 'enter', 'close', 'today', 'find'] as const).map((key) => (
            <li key={key}>{t(`desk.key_${key}`)}</li>
          ))}
        </ul>
      </details>
    </div>
  )
}
