import { useState } from 'react'
import { parseDay } from '#platform/day.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { DateField } from '#ui/office/date-field.tsx'
import { FormButtons } from '#ui/form/form-buttons.tsx'
import { useForm } from '#ui/form/use-form.ts'
import type { DeskApi } from '../contract.ts'
import { shiftRooms, listShiftableRooms } from '../shift-parts.ts'
import { Costs } from './arrange-form.tsx'
import type { DeskStay } from './contract.ts'
import styles from './stay.module.css'
import { NotifyField } from '../today/notify-field.tsx'
import { listOccupiedUnits, useOperationToast } from './use-operation-toast.tsx'
import { usePreview } from './use-preview.ts'

/** Changes the dates of all rooms of a stay. Shows the price, the email and the conflicts before the change. */
export function GroupDatesForm({ stay, onClose }: { stay: DeskStay; onClose: () => void }) {
  const { t, count } = useTranslator()
  const api = useApi<DeskApi>()
  const onDone = useOperationToast()
  const shiftableRooms = listShiftableRooms(stay.rooms, { start: 0, end: 0 })
  const parts = shiftableRooms.flatMap((room) => room.parts)
  const firstDay = parts.map(({ from }) => from).toSorted()[0]!
  const lastDay = parts
    .map(({ to }) => to)
    .toSorted()
    .at(-1)!
  const [from, setFrom] = useState(firstDay)
  const [to, setTo] = useState(lastDay)
  const [excludedUnits, setExcludedUnits] = useState<ReadonlySet<number>>(new Set())
  const [day, endDay] = [parseDay(from), parseDay(to)]
  const shift =
    day === undefined || endDay === undefined
      ? null
      : { start: day - parseDay(firstDay)!, end: endDay - parseDay(lastDay)! }
  const isUnchanged = !shift || (shift.start === 0 && shift.end === 0)
  const changes = isUnchanged ? null : shiftRooms(stay.rooms, shift, excludedUnits)
  const fixedRoomCount = shift ? shiftableRooms.length - listShiftableRooms(shiftableRooms, shift).length : 0
  const { preview, rejection } = usePreview(changes && { changes })
  const occupiedUnits = preview ? listOccupiedUnits(preview, stay.rooms) : []
  const { form, isBusy, failure } = useForm(
    async ({ text, data, reportLostResponse }) => {
      const [notifiesGuest, reason] = [data.get('notify_guest') === 'on', text('reason')]
      onDone(
        await reportLostResponse(
          api.arrangeStays({
            changes: changes!,
            after: preview!.same_price_total,
            notify_guest: notifiesGuest,
            reason,
          }),
        ),
      )
      onClose()
    },
    { isRepeatable: true },
  )
  const createChangeHandler = (setDate: (day: string) => void) => (event: { currentTarget: HTMLInputElement }) => {
    setDate(event.currentTarget.value)
    setExcludedUnits(new Set())
  }
  return (
    <form {...form} className={`stack-3 ${styles.form}`}>
      <p>{t('desk.all_rooms_hint')}</p>
      <div className={styles.short}>
        <DateField label={t('desk.book_from')} name="from" value={from} onChange={createChangeHandler(setFrom)} />
        <DateField label={t('desk.book_to')} name="to" value={to} onChange={createChangeHandler(setTo)} />
      </div>
      {fixedRoomCount > 0 && <p>{count('desk.all_rooms_in_house', fixedRoomCount)}</p>}
      {!isUnchanged && !changes && (
        <p role="status" className={styles.refused}>
          {t('desk.all_rooms_no_night')}
        </p>
      )}
      {rejection && (
        <p role="status" className={styles.refused}>
          {rejection}
        </p>
      )}
      {rejection && occupiedUnits.length > 0 && (
        <div>
          <Button
            variant="secondary"
            onClick={() => setExcludedUnits(new Set([...excludedUnits, ...occupiedUnits.map(({ unit }) => unit)]))}
          >
            {t('desk.all_rooms_later', { units: occupiedUnits.map(({ unit_name }) => unit_name).join(', ') })}
          </Button>
        </div>
      )}
      {preview && !rejection && <Costs preview={preview} price="unchanged" onPriceChange={() => {}} />}
      {preview && <NotifyField stay={stay} />}
      <TextField label={t('desk.reason')} name="reason" maxLength={200} />
      <FormButtons
        failure={failure}
        isBusy={isBusy}
        label={t('desk.all_rooms_submit')}
        disabled={!changes || !preview || rejection !== null}
        onClose={onClose}
      />
    </form>
  )
}
