import { Link, useTranslator } from '#platform/pages/page.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { Fact } from '#ui/office/record-page.tsx'
import { officeHref } from '#routes/office.ts'
import { queryString } from '#routes/public.ts'

interface Buyer {
  company: string
  name: string
  email: string
  phone?: string | undefined
}

/** The customer to whom a buyer belongs, or a link that adds one with the details of the buyer. */
export function CustomerFact({ customer, buyer }: { customer: { id: number; name: string } | null; buyer: Buyer }) {
  const { t } = useTranslator()
  if (!useOffice().can('manage customers')) return null
  const { company, name, email, phone } = buyer
  if (customer)
    return (
      <Fact name={t('customer.one')}>
        <Link to={officeHref('customer', customer.id)}>{customer.name}</Link>
      </Fact>
    )
  if (email === '') return null
  return (
    <Fact name={t('customer.one')}>
      <Link
        to={officeHref('customerDetails', 'new') + queryString({ company, name, email, phone: phone || undefined })}
      >
        {t('customer.add_buyer')}
      </Link>
    </Fact>
  )
}
