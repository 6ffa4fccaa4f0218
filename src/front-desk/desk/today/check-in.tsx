import { useEffect, useRef } from 'react'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { FormButtons } from '#ui/form/form-buttons.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useOffice } from '#ui/office/office-context.ts'
import type { DeskApi } from '../contract.ts'
import { ClosedNights } from '../stay/closed-nights.tsx'
import type { TodaysRow } from './contract.ts'
import styles from './row-form.module.css'
import { UnitChoice, useFreeUnits } from './unit-choice.tsx'

/** A stay to check in, with its unit. */
export interface StayToCheckIn extends Pick<
  TodaysRow,
  'booking' | 'version' | 'name' | 'checkin' | 'checkout' | 'nights' | 'owed' | 'room_name' | 'needs_unit'
> {
  unit: { name: string } | null
}

interface OperationResult {
  operation_id: number
  message: string
}

/**
 * Checks in a guest, into their unit or into one chosen from the free ones. A chosen unit can also be only assigned, for
 * a guest who arrives later.
 */
export function CheckIn({
  row,
  lastClosed,
  onDone,
  onAssigned,
  onClose,
}: {
  row: StayToCheckIn
  /** The last closed day, or null. */
  lastClosed: string | null
  onDone: (result: OperationResult) => void
  /** Called when the unit was only assigned. Without it, the form does not offer that. */
  onAssigned?: (result: OperationResult) => void
  onClose: () => void
}) {
  const { t, count, money } = useTranslator()
  const api = useApi<DeskApi>()
  const office = useOffice()
  const needsUnit = row.needs_unit !== null
  const freeUnits = useFreeUnits(row.needs_unit)
  const { form, isBusy, failure, error } = useForm(
    async ({ text, data, reportLostResponse }) => {
      const unitId = needsUnit ? Number(text('unit')) || null : null
      const stayVersion = { booking: row.booking, version: row.version }
      if (onAssigned && data.has('assign')) {
        const result = await reportLostResponse(api.assignUnit({ ...stayVersion, unit: unitId ?? 0 }))
        // The next operation in this row needs the new version of the stay.
        await office.refresh()
        return onAssigned(result)
      }
      onDone(
        await reportLostResponse(api.checkGuestIn({ ...stayVersion, unit: unitId, anyway: text('anyway') === 'yes' })),
      )
      office.refresh()
    },
    { isRepeatable: true },
  )
  const warning = error('anyway')
  const { owed } = row
  const balance =
    owed === null || owed === 0
      ? owed === 0 && t('bill.is_settled')
      : t(owed > 0 ? 'desk.balance_due' : 'desk.to_refund', { amount: money(Math.abs(owed)) })
  return (
    <form {...form} className={styles.form}>
      {needsUnit ? (
        <UnitChoice legend={t('desk.choose_unit', { room: row.room_name })} free={freeUnits} error={error('unit')} />
      ) : (
        <AssignedUnit unit={row.unit?.name ?? ''} />
      )}
      <p>{[row.name, count('rooms.nights', row.nights), balance].filter(Boolean).join(' · ')}</p>
      <ClosedNights {...row} lastClosed={lastClosed} />
      {warning && (
        <div className={styles.anyway} data-refused tabIndex={-1}>
          <p className="alarm" role="alert">
            {warning}
          </p>
          <label>
            <input type="checkbox" name="anyway" value="yes" />
            {t('desk.check_in_anyway')}
          </label>
        </div>
      )}
      <FormButtons
        failure={failure}
        isBusy={isBusy}
        label={t('desk.check_in')}
        disabled={needsUnit && !freeUnits?.length}
        onClose={onClose}
      >
        {needsUnit && onAssigned && (
          <Button type="submit" name="assign" variant="secondary" isBusy={isBusy} disabled={!freeUnits?.length}>
            {t('desk.assign')}
          </Button>
        )}
      </FormButtons>
    </form>
  )
}

/** The unit of the guest. Gets the focus, because the pressed button is gone. */
function AssignedUnit({ unit }: { unit: string }) {
  const { t } = useTranslator()
  const paragraph = useRef<HTMLParagraphElement>(null)
  useEffect(() => paragraph.current!.focus(), [])
  return (
    <p ref={paragraph} tabIndex={-1} className="bold">
      {t('desk.into_unit', { unit })}
    </p>
  )
}
