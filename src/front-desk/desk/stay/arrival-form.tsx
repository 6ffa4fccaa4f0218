import { ArrivalOptions } from '#stays/bookings/preferences/arrival-options.tsx'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { SelectField } from '#ui/form/field.tsx'
import { FormButtons } from '#ui/form/form-buttons.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useOffice } from '#ui/office/office-context.ts'
import { useToast } from '#ui/toast.tsx'
import type { DeskStay, StayApi } from './contract.ts'
import styles from './stay.module.css'

/** Changes the time at which the guests of a stay arrive. */
export function ArrivalForm({ stay, onClose }: { stay: DeskStay; onClose: () => void }) {
  const { t } = useTranslator()
  const api = useApi<StayApi>()
  const office = useOffice()
  const toast = useToast()
  const { form, isBusy, failure, error } = useForm(async ({ text, reportLostResponse }) => {
    const { message } = await reportLostResponse(
      api.setArrivalTime({ code: stay.code, arrival_time: text('arrival_time') }),
    )
    toast(message)
    onClose()
    office.refresh()
  })
  return (
    <form {...form} className={`stack-3 ${styles.form}`}>
      <SelectField
        label={t('booking.arrival_time')}
        name="arrival_time"
        defaultValue={stay.arrival_time}
        error={error('arrival_time')}
      >
        <ArrivalOptions unknown={t('desk.arrival_unknown')} />
      </SelectField>
      <FormButtons failure={failure} isBusy={isBusy} label={t('desk.set_arrival')} onClose={onClose} />
    </form>
  )
}
