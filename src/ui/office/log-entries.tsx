import { Link, useTranslator } from '#platform/pages/page.tsx'
import type { Action } from '#schema/actions.ts'
import type { MessageKey } from '#locales/translator.ts'
import { Icon } from '../icons.tsx'
import { formatFieldName, describeSubject, describeValue } from './describe-changes.ts'
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

/** Entries of the audit log: who, when, and the value of each field before and after. */
export function LogLines({
  lines,
  subjectOf,
}: {
  lines: readonly LogEntry[]
  subjectOf?: (subject: string) => string | null
}) {
  const translator = useTranslator()
  const { t } = translator
  return (
    <ol role="list" className={subjectOf ? styles.framed : styles.lines}>
      {lines.map(({ id, at: timestamp, who: author, action, subject, address, changes }) => {
        const path = subjectOf?.(subject)
        return (
          <li className="stack-1" key={id}>
            <p>
              <strong>{t(getActionKey(action))}</strong>
              {subjectOf && !signInActions.has(action) && (
                <>
                  {' '}
                  {path ? (
                    <Link to={path}>{describeSubject(subject, translator)}</Link>
                  ) : (
                    describeSubject(subject, translator)
                  )}
                </>
              )}
            </p>
            {changes.length > 0 && <Changes changes={changes} />}
            <p className="small">
              {[author ?? t('log.nobody'), formatWhen(translator, timestamp), address].filter(Boolean).join(', ')}
            </p>
          </li>
        )
      })}
    </ol>
  )
}

/** Returns whether a field has a value. A field without a previous value shows only the new one. */
const hasValue = (value: unknown) => value !== null && value !== undefined && value !== ''

function Changes({ changes }: { changes: readonly Change[] }) {
  const translator = useTranslator()
  return (
    <dl className={styles.changes}>
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt className="quiet">{formatFieldName(field, translator)}</dt>
          <dd className="line-2">
            {hasValue(before) && (
              <>
                <del className="quiet">{describeValue(field, before, translator)}</del> <Icon name="next" size={16} />
              </>
            )}{' '}
            <ins>{describeValue(field, after, translator)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}

export const getActionKey = (action: Action) => `log.${action.replaceAll(/[ -]/g, '_')}` as MessageKey & `log.${string}`
