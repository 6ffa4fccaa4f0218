/** The columns of a balance by age. */
export const ageColumns = [
  { field: 'not_due', label: 'customer.not_due' },
  { field: 'overdue_30', label: 'customer.overdue_30' },
  { field: 'overdue_60', label: 'customer.overdue_60' },
  { field: 'overdue_90', label: 'customer.overdue_90' },
  { field: 'overdue_more', label: 'customer.overdue_more' },
] as const
