import { useState } from 'react'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useOffice } from '#ui/office/office-context.ts'
import { RecordSection } from '#ui/office/record-page.tsx'
import { useToast } from '#ui/toast.tsx'
import { orderStates, type OrderState } from '#schema/quotations.ts'
import type { OrderRecord, OrdersOfficeApi } from './contract.ts'
import { NotifyFields, readNotification } from './notify-fields.tsx'
import styles from './order.module.css'

/** The state, the promised day and the purchase order number. A new state is emailed to the buyer unless staff say no. */
export function OrderForm({ order }: { order: OrderRecord }) {
  const { t } = useTranslator()
  const api = useApi<OrdersOfficeApi>()
  const office = useOffice()
  const toast = useToast()
  const [state, setState] = useState<OrderState>(order.state)
  const { form, busy, failure, error } = useForm(
    async ({ data, text, orUnsure }) => {
      const fields = { state, ship_by: text('ship_by') || null, po_number: text('po_number') }
      const notification = readNotification(data)
      office.show(await orUnsure(api.saveOrder({ id: order.id, version: order.version, ...fields, ...notification })))
      toast(notification.notify ? t('orders.saved_and_sent', { email: order.email }) : t('orders.saved'))
    },
    {
      isRepeatable: true,
      // The page then shows the current values, and the form starts with them.
      onRefused(userError) {
        if (userError.status === 409) {
          toast(userError.message)
          office.refresh()
        }
        return userError
      },
    },
  )
  return (
    <RecordSection title={t('orders.state')}>
      <form {...form} className="stack-4">
        <div className={styles.fields}>
          <SelectField
            label={t('orders.state')}
            name="state"
            value={state}
            error={error('state')}
            onChange={({ currentTarget }) => setState(orderStates.find((value) => value === currentTarget.value)!)}
          >
            {orderStates.map((value) => (
              <option key={value} value={value}>
                {t(`orders.state_${value}`)}
              </option>
            ))}
          </SelectField>
          <TextField
            label={t('orders.ship_by')}
            name="ship_by"
            type="date"
            defaultValue={order.ship_by ?? ''}
            error={error('ship_by')}
          />
          <TextField
            label={t('changed.po_number')}
            name="po_number"
            maxLength={60}
            autoComplete="off"
            defaultValue={order.po_number}
            error={error('po_number')}
          />
        </div>
        <NotifyFields key={state} order={order} isProposed={state !== order.state} error={error} />
        {failure && <Failure>{failure}</Failure>}
        <div>
          <Button type="submit" busy={busy}>
            {t('orders.save')}
          </Button>
        </div>
      </form>
    </RecordSection>
  )
}
