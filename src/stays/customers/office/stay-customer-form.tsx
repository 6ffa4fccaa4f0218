import { useState } from 'react'
import type { CustomersApi } from '#people/customers/contract.ts'
import { Link, useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/form/field.tsx'
import { FormButtons } from '#ui/form/form-buttons.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useOffice } from '#ui/office/office-context.ts'
import { RecordSection } from '#ui/office/record-page.tsx'
import { useToast } from '#ui/toast.tsx'
import { officeHref } from '#routes/office.ts'
import type { CustomerStaysApi } from '../contract.ts'
import { CustomerOptions } from './customer-options.tsx'

interface Customer {
  id: number
  name: string
}

/** The customer for whom the guest of a stay travels, with a form to change it. */
export function StayCustomer({ code, customer }: { code: string; customer: Customer | null }) {
  const { t } = useTranslator()
  const office = useOffice()
  const [customers, setNames] = useState<Customer[] | null>(null)
  const api = useApi<CustomersApi>()
  const canChange = office.can('run the desk')
  if (!customer && !canChange) return null
  return (
    <RecordSection title={t('customer.one')}>
      {customer ? (
        <p>
          {office.can('manage customers') ? (
            <Link to={officeHref('customer', customer.id)}>{customer.name}</Link>
          ) : (
            customer.name
          )}
        </p>
      ) : (
        customers === null && <p className="small">{t('customer.none_set')}</p>
      )}
      {canChange &&
        (customers ? (
          <CustomerChoice code={code} customer={customer} names={customers} onClose={() => setNames(null)} />
        ) : (
          <div>
            <Button variant="quiet" onClick={() => void api.getCustomerNames({}).then(({ data }) => setNames(data))}>
              {t(customer ? 'customer.change' : 'customer.choose')}
            </Button>
          </div>
        ))}
    </RecordSection>
  )
}

function CustomerChoice({
  code,
  customer,
  names,
  onClose,
}: {
  code: string
  customer: Customer | null
  names: readonly Customer[]
  onClose: () => void
}) {
  const { t } = useTranslator()
  const api = useApi<CustomerStaysApi>()
  const office = useOffice()
  const showToast = useToast()
  const { form, isBusy, failure, error } = useForm(async ({ text, reportLostResponse }) => {
    await reportLostResponse(api.setStayCustomer({ code, customer: Number(text('customer')) || null }))
    showToast(t('customer.changed'))
    onClose()
    office.refresh()
  })
  return (
    <form {...form} className="stack-3">
      <SelectField
        label={t('customer.one')}
        hint={t('customer.stay_hint')}
        name="customer"
        defaultValue={customer?.id ?? ''}
        error={error('customer')}
      >
        <CustomerOptions customers={names} current={customer} />
      </SelectField>
      <FormButtons failure={failure} isBusy={isBusy} label={t('edit.save')} onClose={onClose} />
    </form>
  )
}
