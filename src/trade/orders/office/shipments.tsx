import { useEffect, useState } from 'react'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/form/field.tsx'
import { DateField } from '#ui/office/date-field.tsx'
import { FormButtons } from '#ui/form/form-buttons.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { ConfirmedAction } from '#ui/office/confirmed-action.tsx'
import { useLiveFields } from '#ui/office/edit/use-live-fields.ts'
import { useOffice } from '#ui/office/office-context.ts'
import { RecordSection } from '#ui/office/record-page.tsx'
import { useToast } from '#ui/toast.tsx'
import type { PublicShipment } from '../contract.ts'
import { decisions, orderLimits, type ShipmentKind } from '../limits.ts'
import { ShipmentFacts } from '../shipment-facts.tsx'
import type { OrderRecord, OrdersOfficeApi } from './contract.ts'
import { NotifyFields, readNotification } from './notify-fields.tsx'
import styles from './order.module.css'

/**
 * The form that is open or was closed last. It is for a new shipment or for an existing one, which it may mark as sent.
 */
interface ShownForm {
  /** Null for a new one. */
  id: number | null
  isSending: boolean
  isOpen: boolean
}

/** The samples or the shipments of an order. When a form closes, the focus returns to the button that opened it. */
export function Shipments({ order, kind }: { order: OrderRecord; kind: ShipmentKind }) {
  const { t } = useTranslator()
  const [shownForm, setShownForm] = useState<ShownForm | null>(null)
  const shipments = order.shipments.filter((shipment) => shipment.kind === kind)
  const openForm = (id: number | null, isSending = false) => setShownForm({ id, isSending, isOpen: true })
  const formProps = {
    order,
    kind,
    isSending: shownForm?.isSending ?? false,
    onClose: () => setShownForm({ ...shownForm!, isOpen: false }),
  }
  useEffect(() => {
    if (shownForm && !shownForm.isOpen) findButton(shownForm, kind)?.focus()
  }, [shownForm, kind])
  const isNewFormOpen = shownForm?.isOpen === true && shownForm.id === null
  return (
    <RecordSection title={t(kind === 'sample' ? 'orders.samples' : 'orders.shipments')}>
      {shipments.length === 0 && !isNewFormOpen && (
        <p className="small">{t(kind === 'sample' ? 'orders.no_samples' : 'orders.no_shipments')}</p>
      )}
      {shipments.length > 0 && (
        <ul role="list" className="stack-3">
          {shipments.map((shipment) => (
            <li key={shipment.id} className={styles.shipment}>
              {shownForm?.isOpen && shownForm.id === shipment.id ? (
                <ShipmentForm {...formProps} shipment={shipment} />
              ) : (
                <>
                  <ShipmentFacts shipment={shipment} heading="h3" />
                  <ShipmentActions
                    order={order}
                    shipment={shipment}
                    onOpen={(isSending) => openForm(shipment.id, isSending)}
                  />
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {isNewFormOpen ? (
        <div className={styles.shipment}>
          <ShipmentForm {...formProps} shipment={null} />
        </div>
      ) : (
        order.shipments.length < orderLimits.shipments && (
          <div>
            <Button variant="secondary" id={`add-${kind}`} onClick={() => openForm(null)}>
              {t(kind === 'sample' ? 'orders.add_sample' : 'orders.add_shipment')}
            </Button>
          </div>
        )
      )}
    </RecordSection>
  )
}

/** Finds the button that opened a form. Once a shipment is marked as sent, it no longer has the button for that. */
function findButton({ id, isSending }: ShownForm, kind: ShipmentKind): HTMLElement | null {
  if (id === null) return document.getElementById(`add-${kind}`)
  return (isSending && document.getElementById(`send-${id}`)) || document.getElementById(`edit-${id}`)
}

function ShipmentActions({
  order,
  shipment: { id, contents, sent_on },
  onOpen,
}: {
  order: OrderRecord
  shipment: PublicShipment
  onOpen: (isSending: boolean) => void
}) {
  const { t } = useTranslator()
  const api = useApi<OrdersOfficeApi>()
  const office = useOffice()
  const hiddenName = <span className="visually-hidden">{contents}</span>
  return (
    <div className="row-2">
      {!sent_on && (
        <Button variant="secondary" id={`send-${id}`} onClick={() => onOpen(true)}>
          {t('orders.mark_sent')} {hiddenName}
        </Button>
      )}
      <Button variant="quiet" id={`edit-${id}`} onClick={() => onOpen(false)}>
        {t('orders.edit')} {hiddenName}
      </Button>
      <ConfirmedAction
        label={
          <>
            {t('orders.remove')} {hiddenName}
          </>
        }
        title={t('orders.remove_title', { name: contents })}
        text={t('orders.remove_text')}
        confirmLabel={t('orders.remove')}
        failed={t('quotation.failed')}
        onConfirm={async () => office.show(await api.removeOrderShipment({ order: order.id, shipment: id }))}
      />
    </div>
  )
}

function ShipmentForm({
  order,
  kind,
  shipment,
  isSending,
  onClose,
}: {
  order: OrderRecord
  kind: ShipmentKind
  shipment: PublicShipment | null
  isSending: boolean
  onClose: () => void
}) {
  const { t } = useTranslator()
  const api = useApi<OrdersOfficeApi>()
  const office = useOffice()
  const toast = useToast()
  const { values, field } = useLiveFields(
    {
      contents: shipment?.contents ?? '',
      due_on: shipment?.due_on ?? '',
      sent_on: shipment?.sent_on ?? '',
      courier: shipment?.courier ?? '',
      tracking_number: shipment?.tracking_number ?? '',
      decision: shipment?.decision ?? '',
    },
    isSending ? { sent_on: order.today } : undefined,
  )
  const { sent_on: sentOn } = values
  const { form, isBusy, failure, error } = useForm(
    async ({ data, sendOnce }) => {
      const notification = readNotification(data)
      const request = {
        order: order.id,
        shipment: shipment?.id ?? null,
        version: shipment?.version ?? null,
        kind,
        ...values,
        due_on: values.due_on || null,
        sent_on: sentOn || null,
        decision: (sentOn && decisions.find((decision) => decision === values.decision)) || null,
        ...notification,
      }
      office.show(await sendOnce(api.saveOrderShipment, request))
      toast(notification.notify ? t('orders.saved_and_sent', { email: order.email }) : t('orders.saved'))
      onClose()
    },
    {
      isRepeatable: true,
      onRejected(userError) {
        if (userError.status === 409) office.refresh()
        return userError
      },
    },
  )
  const getTextFieldProps = (name: 'contents' | 'due_on' | 'sent_on' | 'courier' | 'tracking_number') => ({
    label: t(`orders.${name}`),
    autoComplete: 'off',
    ...field(name),
    // The form opens below the pressed button.
    autoFocus: name === (isSending ? 'courier' : 'contents'),
    error: error(name),
  })
  return (
    <form {...form} className="stack-4">
      <TextField {...getTextFieldProps('contents')} required maxLength={160} />
      <div className={styles.fields}>
        <DateField {...getTextFieldProps('due_on')} />
        <DateField {...getTextFieldProps('sent_on')} />
        <TextField {...getTextFieldProps('courier')} maxLength={60} />
        <TextField {...getTextFieldProps('tracking_number')} maxLength={60} />
        {kind === 'sample' && sentOn && (
          <SelectField label={t('orders.decision')} {...field('decision')} error={error('decision')}>
            <option value="">{t('orders.no_decision')}</option>
            {decisions.map((decision) => (
              <option key={decision} value={decision}>
                {t(`orders.decision_${decision}`)}
              </option>
            ))}
          </SelectField>
        )}
      </div>
      {sentOn && <NotifyFields order={order} isProposed={!shipment?.sent_on} error={error} />}
      <FormButtons failure={failure} isBusy={isBusy} label={t('orders.save')} variant="secondary" onClose={onClose} />
    </form>
  )
}
