import { useState } from 'react'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { FormButtons } from '#ui/form/form-buttons.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { NumberField } from '#ui/office/number-field.tsx'
import type { InputValue } from '#ui/form/number-input.ts'
import type { DeskRoom, StayApi } from './contract.ts'
import styles from './stay.module.css'
import { useOperationToast } from './use-operation-toast.tsx'

/** Changes the number of guests in a room. */
export function PartyForm({ room, onClose }: { room: DeskRoom; onClose: () => void }) {
  const { t } = useTranslator()
  const api = useApi<StayApi>()
  const onDone = useOperationToast()
  const [adults, setAdults] = useState<InputValue>(room.adults)
  const [children, setChildren] = useState<InputValue>(room.children)
  const { form, isBusy, failure, error } = useForm(async ({ reportLostResponse }) => {
    const stayVersion = { booking: room.booking, version: room.version }
    onDone(
      await reportLostResponse(api.changeParty({ ...stayVersion, adults: Number(adults), children: Number(children) })),
    )
  })
  return (
    <form {...form} className={`stack-3 ${styles.form}`}>
      <div className={styles.short}>
        <NumberField
          label={t('desk.book_adults')}
          name="adults"
          value={adults}
          error={error('adults')}
          onValueChange={setAdults}
        />
        <NumberField
          label={t('desk.book_children')}
          name="children"
          value={children}
          error={error('children')}
          onValueChange={setChildren}
        />
      </div>
      <FormButtons failure={failure} isBusy={isBusy} label={t('desk.change_party')} onClose={onClose} />
    </form>
  )
}
