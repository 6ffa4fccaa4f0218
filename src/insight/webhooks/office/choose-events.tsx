import { useTranslator } from '#platform/pages/page.tsx'
import { groups, isInGroup, formatEventName, type EventType } from './event-names.ts'
import styles from './webhooks.module.css'

export interface EventKind {
  type: EventType
  of_person: boolean
}

/** The choice of event types, grouped by subject. Marks events that contain personal data. */
export function ChooseEvents({
  kinds,
  selectedTypes,
  error,
  onChoose,
}: {
  kinds: readonly EventKind[]
  selectedTypes: readonly EventType[]
  error: string | undefined
  onChoose: (types: EventType[]) => void
}) {
  const translator = useTranslator()
  const { t } = translator
  const change = (type: EventType, isChosen: boolean) =>
    onChoose(kinds.map((kind) => kind.type).filter((item) => (item === type ? isChosen : selectedTypes.includes(item))))
  return (
    <div className={styles.events}>
      <p className="small">{t('webhooks.personal')}</p>
      {groups.map((group) => (
        <fieldset key={group}>
          <legend>{t(`webhooks.of_${group}`)}</legend>
          {kinds
            .filter(({ type }) => isInGroup(group, type))
            .map(({ type, of_person }) => (
              <label className="beside-2" key={type}>
                <input
                  type="checkbox"
                  name="events"
                  value={type}
                  checked={selectedTypes.includes(type)}
                  aria-invalid={error ? true : undefined}
                  aria-describedby={error ? 'events-error' : undefined}
                  onChange={({ currentTarget }) => change(type, currentTarget.checked)}
                />
                <span>
                  {formatEventName(type, translator)}
                  {of_person && <small className="small">{t('webhooks.with_person')}</small>}
                </span>
              </label>
            ))}
        </fieldset>
      ))}
      {error && (
        <p id="events-error" className="error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
