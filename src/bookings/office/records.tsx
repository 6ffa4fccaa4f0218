import { useWords } from '../../platform/pages/page.tsx'
import { Part } from '../../ui/office/file.tsx'
import { when } from '../../ui/office/when.ts'
import type { BookingFile } from './contract.ts'
import styles from './records.module.css'

/** What was done, by whom and when: the last first. */
export function History({ history }: Pick<BookingFile, 'history'>) {
  const words = useWords()
  const { t } = words
  return (
    <Part title={t('request.history')}>
      <ol role="list" className={styles.records}>
        {history.toReversed().map(({ at, what, who }) => (
          <li key={`${at} ${what}`}>
            <span>{who ? t(`request.was_${what}_by`, { who }) : t(`request.was_${what}`)}</span>
            <time dateTime={at}>{when(words, at)}</time>
          </li>
        ))}
      </ol>
    </Part>
  )
}

/** What was written to whoever booked, and whether it has left. */
export function Letters({ letters }: Pick<BookingFile, 'letters'>) {
  const words = useWords()
  const { t } = words
  if (letters.length === 0) return null
  return (
    <Part title={t('request.letters')}>
      <ol role="list" className={styles.records}>
        {letters.toReversed().map(({ at, subject, state }) => (
          <li key={`${at} ${subject}`}>
            <span>{subject}</span>
            <span className={styles.state}>
              {t(`request.letter_${state}`)} <time dateTime={at}>{when(words, at)}</time>
            </span>
          </li>
        ))}
      </ol>
    </Part>
  )
}
