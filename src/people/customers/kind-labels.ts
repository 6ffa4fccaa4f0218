import type { CustomerKind } from '#schema/customers.ts'

export const kindLabels = {
  'buying house': 'customer.kind_buying_house',
  factory: 'customer.kind_factory',
  agency: 'customer.kind_agency',
  other: 'customer.kind_company',
} as const satisfies Record<CustomerKind, string>
