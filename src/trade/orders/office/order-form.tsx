import { useState } from 'react'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/form/field.tsx'
import { DateField } from '#ui/office/date-field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useLiveFields } from '#ui/office/edit/use-live-fields.ts'
import { useOffice } from '#ui/office/office-context.ts'
import { RecordSection } from '#ui/office/record-page.tsx'
import { useToast } from '#ui/toast.tsx'
import { orderStates, type OrderState } from '#schema/quotations.ts'
import type { OrderRecord, OrdersOfficeApi } from './contract.ts'
import { NotifyFields, readNotification } from './notify-fields.tsx'
import styles from './order.module.css'

/**
 * The form for the state, the promised day and the purchase order number. A new state is emailed to the buyer, unless
 * staff deselect that.
 */
export function OrderForm({ order }: { order: OrderRecord }) {
  const { t } = useTranslator()
  const api = useApi<OrdersOfficeApi>()
  const office = useOffice()
  const toast = useToast()
  const { values, isEdited, field, reset } = useLiveFields({
    order_state: order.state,
    ship_by: order.ship_by ?? '',
    po_number: order.po_number,
  })
  const [saveCount, setSaveCount] = useState(0)
  const { form, isBusy, failure, error } = useForm(
    async ({ data, sendOnce }) => {
      const { order_state, ship_by, po_number } = values
      const fields = { state: order_state as OrderState, ship_by: ship_by || null, po_number }
      const notification = readNotification(data)
      const request = { id: order.id, version: order.version, ...fields, ...notification }
      office.show(await sendOnce(api.saveOrder, request))
      reset()
      setSaveCount(saveCount + 1)
      toast(notification.notify ? t('orders.saved_and_sent', { email: order.email }) : t('orders.saved'))
    },
    {
      isRepeatable: true,
      onRejected(userError) {
        if (userError.status === 409) office.refresh()
        return userError
      },
    },
  )
  return (
    <RecordSection title={t('orders.state')}>
      <form {...form} className="stack-4">
        <div className={styles.fields}>
          <SelectField label={t('orders.state')} {...field('order_state')} error={error('state')}>
            {orderStates.map((value) => (
              <option key={value} value={value}>
                {t(`orders.state_${value}`)}
              </option>
            ))}
          </SelectField>
          <DateField label={t('orders.ship_by')} {...field('ship_by')} error={error('ship_by')} />
          <TextField
            label={t('changed.po_number')}
            maxLength={60}
            autoComplete="off"
            {...field('po_number')}
            error={error('po_number')}
          />
        </div>
        <NotifyFields
          // The fields are reset after a save and when another state is chosen.
          key={`${saveCount} ${isEdited('order_state') ? values.order_state : ''}`}
          order={order}
          isProposed={isEdited('order_state')}
          error={error}
        />
        {failure && <Failure>{failure}</Failure>}
        <div>
          <Button type="submit" isBusy={isBusy}>
            {t('orders.save')}
          </Button>
        </div>
      </form>
    </RecordSection>
  )
}
