import { useState } from 'react'
import { Link, useApi, useTranslator } from '#platform/pages/page.tsx'
import { SelectField, TextField } from '#ui/form/field.tsx'
import { FormButtons } from '#ui/form/form-buttons.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { NumberField } from '#ui/office/number-field.tsx'
import { officePages } from '#routes/office.ts'
import { useOffice } from '#ui/office/office-context.ts'
import { toNumberOrText, type InputValue } from '#ui/form/number-input.ts'
import type { BillApi, BillDetails } from './contract.ts'
import styles from './bill.module.css'

/** Adds a charge to a bill: an extra with its name and price as defaults, or any other item. */
export function ChargeForm({
  bill,
  onDone,
  onClose,
}: {
  bill: BillDetails
  onDone: (name: string) => void
  onClose: () => void
}) {
  const { t, money } = useTranslator()
  const api = useApi<BillApi>()
  const office = useOffice()
  const { extras, rooms } = bill
  const [extraId, setExtra] = useState(extras[0]?.id ?? null)
  const [name, setName] = useState(extras[0]?.name ?? '')
  const [quantity, setQuantity] = useState<InputValue>(1)
  const [unitPrice, setUnitPrice] = useState<InputValue>(extras[0]?.price ?? null)
  function choose(id: number | null) {
    const selectedExtra = extras.find((item) => item.id === id)
    setExtra(id)
    setName(selectedExtra?.name ?? '')
    setUnitPrice(selectedExtra?.price ?? null)
  }
  const { form, isBusy, failure, error } = useForm(
    async ({ text, sendOnce }) => {
      const charge = {
        code: bill.code,
        booking: Number(text('booking')) || rooms[0]!.booking,
        extra: extraId,
        name,
        quantity: toNumberOrText(quantity) as number,
        each: toNumberOrText(unitPrice) as number,
      }
      await sendOnce(api.addCharge, charge)
      onDone(name)
    },
    { isRepeatable: true },
  )
  return (
    <form {...form} className={styles.form}>
      {extras.length > 0 && (
        <SelectField
          label={t('bill.extra')}
          name="extra"
          value={extraId ?? ''}
          error={error('extra')}
          onChange={({ currentTarget }) => choose(Number(currentTarget.value) || null)}
        >
          {extras.map((item) => (
            <option key={item.id} value={item.id}>
              {item.name}, {money(item.price)}
            </option>
          ))}
          <option value="">{t('bill.other')}</option>
        </SelectField>
      )}
      {extras.length === 0 && office.can('change rates') && <Link to={officePages.extras}>{t('extras.list')}</Link>}
      {extraId === null && (
        <TextField
          label={t('bill.name')}
          name="name"
          maxLength={80}
          required
          autoComplete="off"
          value={name}
          error={error('name')}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      )}
      {rooms.length > 1 && (
        <SelectField label={t('bill.for_room')} name="booking" error={error('booking')}>
          {rooms.map(({ booking, name: room }) => (
            <option key={booking} value={booking}>
              {room}
            </option>
          ))}
        </SelectField>
      )}
      <div className={styles.short}>
        <NumberField
          label={t('bill.quantity')}
          name="quantity"
          value={quantity}
          onValueChange={setQuantity}
          error={error('quantity')}
        />
        <NumberField
          label={t('bill.unit_price')}
          name="each"
          value={unitPrice}
          onValueChange={setUnitPrice}
          error={error('each')}
        />
      </div>
      <FormButtons failure={failure} isBusy={isBusy} label={t('bill.add_charge_submit')} onClose={onClose} />
    </form>
  )
}
