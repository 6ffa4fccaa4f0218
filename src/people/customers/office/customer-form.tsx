import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { CheckField } from '#ui/form/check-field.tsx'
import { SelectField, TextArea, TextField } from '#ui/form/field.tsx'
import { EditForm } from '#ui/office/edit/edit-form.tsx'
import { useEdit, type Edit } from '#ui/office/edit/use-edit.ts'
import { NumberField } from '#ui/office/number-field.tsx'
import { toNumberOrText, type InputValue } from '#ui/form/number-input.ts'
import { useAddedPath } from '#ui/office/record-address.ts'
import { RecordSection } from '#ui/office/record-page.tsx'
import { officeHref } from '#routes/office.ts'
import { customerKinds } from '#schema/customers.ts'
import type { CustomerRecord, CustomersApi, RoomPrice } from '../contract.ts'
import { kindLabels } from '../kind-labels.ts'
import { maxContacts } from '../limits.ts'
import styles from './customer-form.module.css'

const DEFAULT_PAYMENT_DAYS = 30

export const newCustomer: CustomerRecord = {
  id: 0,
  version: 0,
  kind: 'buying house',
  name: '',
  bin: '',
  address: '',
  notes: '',
  payment_days: DEFAULT_PAYMENT_DAYS,
  active: true,
  contacts: [],
  rates: [],
}

/** A customer whose numbers may be incomplete while the user types. */
interface CustomerDraft extends Omit<CustomerRecord, 'payment_days' | 'rates'> {
  payment_days: InputValue
  rates: { room: number; night: InputValue }[]
}

/** Edits a customer with its contacts and agreed rates, or adds one. */
export function CustomerForm({ customer, roomPrices }: { customer: CustomerRecord; roomPrices: RoomPrice[] }) {
  const { t } = useTranslator()
  const api = useApi<CustomersApi>()
  const edit = useEdit<CustomerDraft>(customer, {
    async save({ id, version, payment_days, rates, ...row }) {
      const form = {
        ...row,
        payment_days: toNumberOrText(payment_days) as number,
        rates: rates
          .filter(({ night }) => night !== null)
          .map(({ room, night }) => ({ room, night: toNumberOrText(night) as number })),
      }
      return id ? api.saveCustomer({ id, version, ...form }) : api.addCustomer(form)
    },
    load: () => api.getCustomer({ id: customer.id }),
    draft: `office customer ${customer.id}`,
  })
  const labels = {
    kind: t('customer.kind'),
    name: t('customer.name'),
    bin: t('customer.bin'),
    address: t('customer.address'),
    notes: t('customer.notes'),
    payment_days: t('customer.payment_days'),
    active: t('customer.active'),
    contacts: t('customer.contacts'),
    rates: t('customer.rates'),
  }
  const { row } = edit
  useAddedPath(customer.id === 0 && row.id !== 0 ? officeHref('customer', row.id) : null)
  return (
    <EditForm edit={edit} labels={labels}>
      <RecordSection title={t('customer.company')}>
        <div className="stack-4">
          <TextField label={labels.name} maxLength={120} autoComplete="off" {...edit.text('name')} />
          <div className={styles.short}>
            <SelectField
              label={labels.kind}
              name="kind"
              value={row.kind}
              error={edit.error('kind')}
              onChange={({ currentTarget }) =>
                edit.set({ kind: customerKinds.find((kind) => kind === currentTarget.value)! })
              }
            >
              {customerKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {t(kindLabels[kind])}
                </option>
              ))}
            </SelectField>
            <TextField
              label={labels.bin}
              hint={t('customer.bin_hint')}
              maxLength={20}
              autoComplete="off"
              {...edit.text('bin')}
            />
          </div>
          <TextArea label={labels.address} rows={3} maxLength={300} {...edit.text('address')} />
          <div className={styles.short}>
            <NumberField
              label={labels.payment_days}
              name="payment_days"
              hint={t('customer.payment_days_hint')}
              value={row.payment_days}
              onValueChange={(payment_days) => edit.set({ payment_days })}
              error={edit.error('payment_days')}
            />
          </div>
          <TextArea
            label={labels.notes}
            hint={t('customer.notes_hint')}
            rows={3}
            maxLength={2000}
            {...edit.text('notes')}
          />
          <CheckField
            label={labels.active}
            hint={t('customer.active_hint')}
            name="active"
            checked={row.active}
            onChange={({ currentTarget }) => edit.set({ active: currentTarget.checked })}
          />
        </div>
      </RecordSection>
      <Contacts edit={edit} />
      <Rates edit={edit} roomPrices={roomPrices} />
    </EditForm>
  )
}

const emptyContact = { name: '', job: '', email: '', phone: '' }

function Contacts({ edit }: { edit: Edit<CustomerDraft> }) {
  const { t } = useTranslator()
  const { contacts } = edit.row
  const changeContact = (index: number, patch: Partial<typeof emptyContact>) =>
    edit.set({ contacts: contacts.with(index, { ...contacts[index]!, ...patch }) })
  return (
    <RecordSection title={t('customer.contacts')}>
      <div className="stack-4">
        <p className="small">{t('customer.contacts_about')}</p>
        {contacts.map((contact, index) => (
          <fieldset key={index} className={styles.contact}>
            <legend>{t('customer.contact', { place: index + 1 })}</legend>
            {(['name', 'job', 'email', 'phone'] as const).map((field) => (
              <TextField
                key={field}
                label={t(`customer.contact_${field}`)}
                name={`contacts.${index}.${field}`}
                type={field === 'email' ? 'email' : field === 'phone' ? 'tel' : 'text'}
                maxLength={field === 'email' ? 254 : 80}
                autoComplete="off"
                value={contact[field]}
                error={edit.error(`contacts.${index}.${field}`)}
                onChange={({ currentTarget }) => changeContact(index, { [field]: currentTarget.value })}
              />
            ))}
            <div>
              <Button variant="quiet" onClick={() => edit.set({ contacts: contacts.toSpliced(index, 1) })}>
                {t('customer.remove_contact', { place: index + 1 })}
              </Button>
            </div>
          </fieldset>
        ))}
        {contacts.length < maxContacts && (
          <div>
            <Button variant="secondary" onClick={() => edit.set({ contacts: [...contacts, emptyContact] })}>
              {t('customer.add_contact')}
            </Button>
          </div>
        )}
      </div>
    </RecordSection>
  )
}

/** The agreed price per night of each room type. An empty field means the usual price. */
function Rates({ edit, roomPrices }: { edit: Edit<CustomerDraft>; roomPrices: RoomPrice[] }) {
  const { t, money } = useTranslator()
  const { rates } = edit.row
  const changeRate = (room: number, night: InputValue) => {
    const index = rates.findIndex((rate) => rate.room === room)
    if (night === null) edit.set({ rates: rates.filter((rate) => rate.room !== room) })
    else if (index < 0) edit.set({ rates: [...rates, { room, night }] })
    else edit.set({ rates: rates.with(index, { room, night }) })
  }
  return (
    <RecordSection title={t('customer.rates')}>
      <div className="stack-4">
        <p className="small">{t('customer.rates_about')}</p>
        <div className={styles.rates}>
          {roomPrices.map(({ room, name, price }) => {
            const index = rates.findIndex((rate) => rate.room === room)
            return (
              <NumberField
                key={room}
                label={t('customer.rate_of', { room: name })}
                hint={t('customer.usual_price', { price: money(price) })}
                name={`rates.${room}`}
                value={rates[index]?.night ?? null}
                onValueChange={(night) => changeRate(room, night)}
                error={index < 0 ? undefined : edit.error(`rates.${index}.night`)}
              />
            )
          })}
        </div>
      </div>
    </RecordSection>
  )
}
