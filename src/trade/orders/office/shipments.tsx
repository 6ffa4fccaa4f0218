import { useState } from 'react'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/form/field.tsx'
import { FormButtons } from '#ui/form/form-buttons.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { ConfirmedAction } from '#ui/office/confirmed-action.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { RecordSection } from '#ui/office/record-page.tsx'
import { useToast } from '#ui/toast.tsx'
import type { PublicShipment } from '../contract.ts'
import { decisions, orderLimits, type ShipmentKind } from '../limits.ts'
import { ShipmentFacts } from '../shipment-facts.tsx'
import type { OrderRecord, OrdersOfficeApi } from './contract.ts'
import { NotifyFields, readNotification } from './notify-fields.tsx'
import styles from './order.module.css'

/** The open form: of a new shipment, or of an existing one, which may be about to be marked as sent. */
type OpenForm = { shipment: PublicShipment | null; isSending: boolean } | null

/** The samples or the shipments of an order. */
export function Shipments({ order, kind }: { order: OrderRecord; kind: ShipmentKind }) {
  const { t } = useTranslator()
  const [open, setOpen] = useState<OpenForm>(null)
  const shipments = order.shipments.filter((shipment) => shipment.kind === kind)
  const close = () => setOpen(null)
  return (
    <RecordSection title={t(kind === 'sample' ? 'orders.samples' : 'orders.shipments')}>
      {shipments.length === 0 && !open && (
        <p className="small">{t(kind === 'sample' ? 'orders.no_samples' : 'orders.no_shipments')}</p>
      )}
      {shipments.length > 0 && (
        <ul role="list" className="stack-3">
          {shipments.map((shipment) => (
            <li key={shipment.id} className={styles.shipment}>
              {open?.shipment?.id === shipment.id ? (
                <ShipmentForm
                  key={shipment.version}
                  order={order}
                  kind={kind}
                  shipment={shipment}
                  isSending={open.isSending}
                  onClose={close}
                />
              ) : (
                <>
                  <ShipmentFacts shipment={shipment} heading="h3" />
                  <div className="row-2">
                    {!shipment.sent_on && (
                      <Button look="secondary" onClick={() => setOpen({ shipment, isSending: true })}>
                        {t('orders.mark_sent')} <span className="visually-hidden">{shipment.contents}</span>
                      </Button>
                    )}
                    <Button look="quiet" onClick={() => setOpen({ shipment, isSending: false })}>
                      {t('orders.edit')} <span className="visually-hidden">{shipment.contents}</span>
                    </Button>
                  </div>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {open && !open.shipment ? (
        <div className={styles.shipment}>
          <ShipmentForm order={order} kind={kind} {...open} onClose={close} />
        </div>
      ) : (
        order.shipments.length < orderLimits.shipments && (
          <div>
            <Button look="secondary" onClick={() => setOpen({ shipment: null, isSending: false })}>
              {t(kind === 'sample' ? 'orders.add_sample' : 'orders.add_shipment')}
            </Button>
          </div>
        )
      )}
    </RecordSection>
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
  const [sentOn, setSentOn] = useState(shipment?.sent_on ?? (isSending ? order.today : ''))
  const { form, busy, failure, error } = useForm(
    async ({ data, text, once }) => {
      const notification = readNotification(data)
      const fields = {
        contents: text('contents'),
        due_on: text('due_on') || null,
        sent_on: sentOn || null,
        courier: text('courier'),
        tracking_number: text('tracking_number'),
        decision: decisions.find((decision) => decision === text('decision')) ?? null,
      }
      const request = {
        order: order.id,
        shipment: shipment?.id ?? null,
        version: shipment?.version ?? null,
        kind,
        ...fields,
        ...notification,
      }
      office.show(await once(api.saveOrderShipment, request))
      toast(notification.notify ? t('orders.saved_and_sent', { email: order.email }) : t('orders.saved'))
      onClose()
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
  const field = (name: 'contents' | 'due_on' | 'courier' | 'tracking_number') => ({
    label: t(`orders.${name}`),
    name,
    autoComplete: 'off',
    defaultValue: shipment?.[name] ?? '',
    // The form opens below the pressed button.
    autoFocus: name === (isSending ? 'courier' : 'contents'),
    error: error(name),
  })
  return (
    <form {...form} className="stack-4">
      <TextField {...field('contents')} required maxLength={160} />
      <div className={styles.fields}>
        <TextField {...field('due_on')} type="date" />
        <TextField
          label={t('orders.sent_on')}
          name="sent_on"
          type="date"
          value={sentOn}
          onChange={({ currentTarget }) => setSentOn(currentTarget.value)}
          error={error('sent_on')}
        />
        <TextField {...field('courier')} maxLength={60} />
        <TextField {...field('tracking_number')} maxLength={60} />
        {kind === 'sample' && sentOn && (
          <SelectField
            label={t('orders.decision')}
            name="decision"
            defaultValue={shipment?.decision ?? ''}
            error={error('decision')}
          >
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
      <FormButtons failure={failure} busy={busy} label={t('orders.save')} look="secondary" onClose={onClose}>
        {shipment && (
          <ConfirmedAction
            label={t('orders.remove')}
            title={t('orders.remove_title', { name: shipment.contents })}
            text={t('orders.remove_text')}
            yes={t('orders.remove')}
            failed={t('quotation.failed')}
            onAct={async () => office.show(await api.removeOrderShipment({ order: order.id, shipment: shipment.id }))}
          />
        )}
      </FormButtons>
    </form>
  )
}
