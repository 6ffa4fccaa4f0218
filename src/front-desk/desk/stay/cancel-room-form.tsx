import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Choice } from '#ui/form/radio-group.tsx'
import { FormButtons } from '#ui/form/form-buttons.tsx'
import { useForm } from '#ui/form/use-form.ts'
import type { DeskRoom, DeskStay, StayApi } from './contract.ts'
import styles from './stay.module.css'
import { NotifyField } from '../today/notify-field.tsx'
import { useOperationToast } from './use-operation-toast.tsx'

/** Cancels one of several rooms. Shows the fee before the cancellation. */
export function CancelRoomForm({ room, stay, onClose }: { room: DeskRoom; stay: DeskStay; onClose: () => void }) {
  const { t, money } = useTranslator()
  const api = useApi<StayApi>()
  const onDone = useOperationToast()
  const { form, isBusy, failure } = useForm(async ({ text, data, reportLostResponse }) => {
    const fee = text('fee') === 'none' ? 'none' : 'agreed'
    const stayVersion = { booking: room.booking, version: room.version }
    onDone(
      await reportLostResponse(
        api.cancelRoom({ ...stayVersion, fee, notify_guest: data.get('notify_guest') === 'on' }),
      ),
    )
  })
  return (
    <form {...form} className={`stack-3 ${styles.form}`}>
      <p>{t('desk.cancel_room_text')}</p>
      <Choice
        legend={t('request.cancel_costs')}
        name="fee"
        value="agreed"
        options={[
          [
            'agreed',
            room.late_fee === null ? t('desk.fee_agreed_hidden') : t('desk.fee_agreed', { fee: money(room.late_fee) }),
          ],
          ['none', t('desk.fee_none')],
        ]}
      />
      <NotifyField stay={stay} />
      <FormButtons failure={failure} isBusy={isBusy} label={t('desk.cancel_room')} isDestructive onClose={onClose} />
    </form>
  )
}
