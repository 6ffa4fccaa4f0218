import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/form/field.tsx'
import { NumberField } from '#ui/office/number-field.tsx'
import styles from './policy-page.module.css'
import type { Kind, FeeInput, TierInput } from './policy-row.ts'

type GetError = (field: string) => string | undefined

/** The cancellation steps of a policy, in any order. The server sorts them. */
export function TierFields({
  tiers,
  error,
  onChange,
}: {
  tiers: readonly TierInput[]
  error: GetError
  onChange: (tiers: TierInput[]) => void
}) {
  const { t, number } = useTranslator()
  const change = (position: number, patch: Partial<TierInput>) =>
    onChange(tiers.map((tier, index) => (index === position ? { ...tier, ...patch } : tier)))
  return (
    <>
      <p className="small">{t(tiers.length === 0 ? 'policy.no_tiers' : 'policy.tiers_hint')}</p>
      <ol role="list" className={styles.tiers}>
        {tiers.map(({ hours, kind, amount }, position) => (
          <li key={position}>
            <NumberField
              label={t('policy.hours')}
              name={`hours-${position}`}
              value={hours}
              error={error(`tiers.${position}.hours`)}
              onValueChange={(typed) => change(position, { hours: typed })}
            />
            <KindField
              label={t('policy.costs')}
              name={`kind-${position}`}
              kinds={['nights', 'percent']}
              kind={kind}
              onKindChange={(chosenKind) => change(position, { kind: chosenKind as TierInput['kind'] })}
            />
            <NumberField
              label={t(kind === 'nights' ? 'policy.nights_many' : 'policy.percent')}
              name={`amount-${position}`}
              value={amount}
              error={error(`tiers.${position}.amount`)}
              onValueChange={(typed) => change(position, { amount: typed })}
            />
            <Button
              variant="quiet"
              aria-label={t('edit.remove_named', { name: t('policy.tier', { number: number(position + 1) }) })}
              onClick={() => onChange(tiers.toSpliced(position, 1))}
            >
              {t('edit.remove')}
            </Button>
          </li>
        ))}
      </ol>
      {error('tiers') && <p className={styles.error}>{error('tiers')}</p>}
      <div>
        <Button
          variant="secondary"
          disabled={tiers.length >= MAX_TIERS}
          onClick={() => onChange([...tiers, { hours: null, kind: 'percent', amount: 100 }])}
        >
          {t('policy.add_tier')}
        </Button>
      </div>
    </>
  )
}
const MAX_TIERS = 6

/** The fields of a fee: none, nights, or a percentage of the stay. */
export function FeeFields({
  name,
  label,
  hint,
  fee: { kind, amount },
  error,
  onChange,
}: {
  name: 'no_show' | 'deposit'
  label: string
  hint: string
  fee: FeeInput
  error: GetError
  onChange: (fee: FeeInput) => void
}) {
  const { t } = useTranslator()
  return (
    <div className={styles.fee}>
      <KindField
        label={label}
        hint={hint}
        name={`${name}-kind`}
        kinds={['none', 'nights', 'percent']}
        kind={kind}
        onKindChange={(chosenKind) =>
          onChange({ kind: chosenKind, amount: chosenKind === 'percent' ? 100 : chosenKind === 'nights' ? 1 : 0 })
        }
      />
      {kind !== 'none' && (
        <NumberField
          label={t(kind === 'nights' ? 'policy.nights_many' : 'policy.percent')}
          name={`${name}-amount`}
          value={amount}
          error={error(`${name}.amount`)}
          onValueChange={(typed) => onChange({ kind, amount: typed })}
        />
      )}
    </div>
  )
}

function KindField({
  label,
  hint,
  name,
  kinds,
  kind,
  onKindChange,
}: {
  label: string
  hint?: string
  name: string
  kinds: readonly Kind[]
  kind: Kind
  onKindChange: (kind: Kind) => void
}) {
  const { t } = useTranslator()
  const kindLabels = { none: t('policy.kind_none'), nights: t('policy.kind_nights'), percent: t('policy.kind_percent') }
  return (
    <SelectField
      label={label}
      hint={hint}
      name={name}
      value={kind}
      onChange={({ currentTarget }) => onKindChange(currentTarget.value as Kind)}
    >
      {kinds.map((option) => (
        <option key={option} value={option}>
          {kindLabels[option]}
        </option>
      ))}
    </SelectField>
  )
}
