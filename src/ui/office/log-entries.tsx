import { systemClock } from '#platform/clock.ts'
import { Link, useTranslator } from '#platform/pages/page.tsx'
import type { Action } from '#schema/actions.ts'
import { Icon } from '../icons.tsx'
import { describeAction, describeSubject, describeValue, formatFieldName } from './describe-changes.ts'
import styles from './log-entries.module.css'
import { formatWhen } from './format-time.ts'

/** The subject of these actions is the account of the author. */
const signInActions: ReadonlySet<Action> = new Set(['sign-in', 'sign-out'])

interface Change {
  field: string
  before?: unknown
  after?: unknown
}
export interface LogEntry {
  id: number
  at: string
  who: string | null
  action: Action
  subject: string
  address: string | null
  changes: readonly Change[]
}

/** Entries of the audit log of one record: who, when, and the value of each field before and after. */
export function LogLines({ lines }: { lines: readonly LogEntry[] }) {
  const translator = useTranslator()
  const { t } = translator
  return (
    <ol role="list" className={styles.lines}>
      {lines.map(({ id, at: timestamp, who: author, action, address, changes }) => (
        <li className="stack-1" key={id}>
          <p>
            <strong>{describeAction(action, translator)}</strong>
          </p>
          {changes.length > 0 && <Changes changes={changes} />}
          <p className="small">
            {[author ?? t('log.nobody'), formatWhen(translator, timestamp), address].filter(Boolean).join(', ')}
          </p>
        </li>
      ))}
    </ol>
  )
}

/** Entries of the audit log of all records, by day. Each entry is one line, and its changes open on demand. */
export function LogDays({
  lines,
  getPath,
}: {
  lines: readonly LogEntry[]
  /** The page of the record, or null if it has none. */
  getPath: (subject: string) => string | null
}) {
  const { t, day, clock } = useTranslator()
  const days = Map.groupBy(lines, ({ at }) => clock(Date.parse(at))[0])
  const [today] = clock(systemClock())
  return [...days].map(([isoDay, entries]) => (
    <section key={isoDay} className={styles.day}>
      <h2>
        {isoDay === today && <>{t('desk.today')} · </>}
        {day(isoDay, 'weekday')}
      </h2>
      <ol role="list" className="panel divided">
        {entries.map((entry) => (
          <LogRow key={entry.id} entry={entry} path={getPath(entry.subject)} />
        ))}
      </ol>
    </section>
  ))
}

function LogRow({ entry, path }: { entry: LogEntry; path: string | null }) {
  const translator = useTranslator()
  const { t, clock, digits, count } = translator
  const { at, who, action, subject, address, changes } = entry
  const subjectName = describeSubject(subject, translator)
  const onlyChange = changes.length === 1 ? changes[0]! : null
  const isOneLine = onlyChange && describeValue(onlyChange.field, onlyChange.after, translator).length < MAX_LINE_LENGTH
  return (
    <li>
      <time dateTime={at}>{digits(clock(Date.parse(at))[1])}</time>
      <p className={styles.action}>
        <strong>{describeAction(action, translator)}</strong>{' '}
        {!signInActions.has(action) && (path ? <Link to={path}>{subjectName}</Link> : subjectName)}
      </p>
      {changes.length > 0 &&
        (isOneLine ? (
          <p className={styles.change}>
            <span className="quiet">{formatFieldName(onlyChange.field, translator)}</span>{' '}
            <ChangedValue {...onlyChange} />
          </p>
        ) : (
          <details className={styles.change}>
            <summary>
              <Icon name="next" size={16} />
              <span className="truncated">
                {changes
                  .filter(({ after }) => hasValue(after))
                  .map(({ field, after }) => describeValue(field, after, translator))
                  .join(' · ') || count('log.fields', changes.length)}
              </span>
              <span>{count('log.fields', changes.length)}</span>
            </summary>
            <Changes changes={changes} />
          </details>
        ))}
      <p className={styles.author}>
        {who ?? t('log.nobody')}
        {address && <span> {address}</span>}
      </p>
    </li>
  )
}

/** A longer text is folded. */
const MAX_LINE_LENGTH = 60

/** Returns whether a field has a value. A field without a previous value shows only the new one. */
const hasValue = (value: unknown) => value !== null && value !== undefined && value !== ''

function Changes({ changes }: { changes: readonly Change[] }) {
  const translator = useTranslator()
  return (
    <dl className={styles.changes}>
      {changes.map((change) => (
        <div key={change.field}>
          <dt className="quiet">{formatFieldName(change.field, translator)}</dt>
          <dd className="line-2">
            <ChangedValue {...change} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function ChangedValue({ field, before, after }: Change) {
  const translator = useTranslator()
  return (
    <>
      {hasValue(before) && (
        <>
          <del className="quiet">{describeValue(field, before, translator)}</del> <Icon name="next" size={16} />
        </>
      )}{' '}
      <ins>{describeValue(field, after, translator)}</ins>
    </>
  )
}
