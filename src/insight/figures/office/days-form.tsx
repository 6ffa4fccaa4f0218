import { useState } from 'react'
import { navigate } from '#platform/pages/navigate.ts'
import { useApi, useRoute, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/form/field.tsx'
import { DateField } from '#ui/office/date-field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { queryString } from '#routes/public.ts'
import { officePages } from '#routes/office.ts'
import { comparisons, DEFAULT_COMPARISON, periods, type Comparison, type PeriodName } from '../period.ts'
import type { FiguresApi } from './contract.ts'
import type { VisitsApi } from './visits-contract.ts'
import styles from './figures-page.module.css'

export interface DaySelection {
  period: PeriodName
  from?: string
  until?: string
  compare: Comparison
  compare_from?: string
}

/** Reads the period from the URL. Uses the default period if required dates are missing. */
export function readDaySelection(query: URLSearchParams): DaySelection {
  const readDay = (name: string) => (/^\d{4}-\d\d-\d\d$/.test(query.get(name) ?? '') ? query.get(name)! : undefined)
  const [from, until, comparisonStart] = [readDay('from'), readDay('until'), readDay('compare_from')]
  const period = periods.find((name) => name === query.get('period')) ?? 'month'
  const comparison = comparisons.find((name) => name === query.get('compare')) ?? DEFAULT_COMPARISON
  const isCustom = period === 'own'
  return {
    ...(isCustom && from && until && from <= until ? { period, from, until } : { period: isCustom ? 'month' : period }),
    ...(comparison === 'own' && comparisonStart
      ? { compare: comparison, compare_from: comparisonStart }
      : { compare: comparison === 'own' ? DEFAULT_COMPARISON : comparison }),
  }
}

/** The form for the period and the comparison. The server validates both before the URL changes. */
export function DaysForm({
  selection,
  path = officePages.figures,
  validate = (api, days) => api.getFigures(days),
  labelPrefix: names = 'figures',
}: {
  selection: DaySelection
  /** The page that shows the figures. */
  path?: string
  /** The request that validates the dates. */
  validate?: (api: FiguresApi & VisitsApi, days: DaySelection) => Promise<unknown>
  /** The key prefix of the date labels: `figures` says "First night", `visits` says "First day". */
  labelPrefix?: 'figures' | 'visits'
}) {
  const { t } = useTranslator()
  const { language, query } = useRoute()
  const api = useApi<FiguresApi & VisitsApi>()
  const [days, setDays] = useState<DaySelection>(selection)
  const { form, isBusy, failure, error } = useForm(
    async () => {
      await validate(api, toQuery(days))
      navigate(path + queryString({ ...toQuery(days), card: query.get('card') ?? undefined }), language)
    },
    { isRepeatable: true },
  )
  const renderDateField = (name: 'from' | 'until' | 'compare_from') => (
    <DateField
      label={names === 'visits' ? t(`visits.${name}`) : t(`figures.${name}`)}
      name={name}
      value={days[name] ?? ''}
      error={error(name)}
      onChange={({ currentTarget: { value } }) => setDays({ ...days, [name]: value })}
    />
  )
  return (
    <form {...form} className={styles.days}>
      <SelectField
        label={t('figures.period')}
        name="period"
        value={days.period}
        onChange={({ currentTarget }) => setDays({ ...days, period: currentTarget.value as PeriodName })}
      >
        {periods.map((name) => (
          <option key={name} value={name}>
            {t(`figures.period_${name}`)}
          </option>
        ))}
      </SelectField>
      {days.period === 'own' && renderDateField('from')}
      {days.period === 'own' && renderDateField('until')}
      <SelectField
        label={t('figures.compare')}
        name="compare"
        value={days.compare}
        onChange={({ currentTarget }) => setDays({ ...days, compare: currentTarget.value as Comparison })}
      >
        {comparisons.map((name) => (
          <option key={name} value={name}>
            {t(`figures.compare_${name}`)}
          </option>
        ))}
      </SelectField>
      {days.compare === 'own' && renderDateField('compare_from')}
      <Button type="submit" variant="secondary" isBusy={isBusy}>
        {t('figures.show')}
      </Button>
      {failure && <Failure>{failure}</Failure>}
    </form>
  )
}

/** Removes empty fields and fields that the chosen period does not use. */
const toQuery = ({ period, from, until, compare, compare_from: start }: DaySelection): DaySelection => ({
  period,
  ...(period === 'own' && { ...(from && { from }), ...(until && { until }) }),
  compare,
  ...(compare === 'own' && start && { compare_from: start }),
})
