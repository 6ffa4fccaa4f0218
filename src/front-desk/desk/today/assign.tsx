import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { FormButtons } from '#ui/form/form-buttons.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useOffice } from '#ui/office/office-context.ts'
import type { DeskApi } from '../contract.ts'
import type { StayToCheckIn } from './check-in.tsx'
import styles from './row-form.module.css'
import { UnitChoice, useFreeUnits } from './unit-choice.tsx'

/** Assigns a unit before the guest arrives. */
export function Assign({
  row,
  onDone,
  onClose,
}: {
  row: StayToCheckIn
  onDone: (result: { operation_id: number; message: string }) => void
  onClose: () => void
}) {
  const { t } = useTranslator()
  const api = useApi<DeskApi>()
  const office = useOffice()
  const freeUnits = useFreeUnits(row.needs_unit)
  const { form, isBusy, failure, error } = useForm(
    async ({ text, reportLostResponse }) => {
      const unitId = Number(text('unit'))
      const result = await reportLostResponse(
        api.assignUnit({ booking: row.booking, version: row.version, unit: unitId }),
      )
      // The next operation in this row needs the new version of the stay.
      await office.refresh()
      onDone(result)
    },
    { isRepeatable: true },
  )
  return (
    <form {...form} className={styles.form}>
      <UnitChoice legend={t('desk.choose_unit', { room: row.room_name })} free={freeUnits} error={error('unit')} />
      <FormButtons
        failure={failure}
        isBusy={isBusy}
        label={t('desk.assign')}
        disabled={!freeUnits?.length}
        onClose={onClose}
      />
    </form>
  )
}
