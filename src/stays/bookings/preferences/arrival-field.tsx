import { useGlobal } from '#content/global.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import { SelectField } from '#ui/form/field.tsx'
import { ArrivalOptions } from './arrival-options.tsx'

/** The field in which guests choose their arrival time. */
export function ArrivalField({ value, error }: { value: string; error: string | undefined }) {
  const { t } = useTranslator()
  const { checkInFrom } = useGlobal()
  return (
    <SelectField
      label={t('booking.arrival_time')}
      hint={t('booking.arrival_hint', { time: checkInFrom })}
      name="arrival_time"
      defaultValue={value}
      error={error}
    >
      <ArrivalOptions unknown={t('booking.arrival_unknown')} />
    </SelectField>
  )
}
