import { useTranslator } from '#platform/pages/page.tsx'

interface Customer {
  id: number
  name: string
}

/** The options of a choice of customers. The current one is offered even if it is inactive. */
export function CustomerOptions({
  customers,
  current = null,
}: {
  customers: readonly Customer[]
  current?: Customer | null
}) {
  const { t } = useTranslator()
  const isMissing = current !== null && !customers.some(({ id }) => id === current.id)
  return (
    <>
      <option value="">{t('customer.no_customer')}</option>
      {(isMissing ? [current, ...customers] : customers).map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </>
  )
}
