/** Errors of orders. */
export const ordersServer = {
  'orders.other_lines': 'The quantities do not match the lines of this quotation.',
  'orders.quantity_max': 'Enter at most {max}. Ask us for a new quotation to order more.',
  'orders.quantity_min': 'Enter at least {min}, or 0 to leave this item out.',
  'orders.nothing_ordered': 'Order at least one item.',
  'orders.not_sent': 'Enter the day on which it was sent.',
  'orders.only_samples': 'Only samples can be approved.',
  'orders.documents_max': 'An order can have {max} documents. Remove some first.',
  'orders.shipments_max': 'An order can have {max} samples and shipments.',
  'orders.comment_needed': 'Describe the changes that you need.',
  'orders.is_cancelled': 'This order was cancelled.',
  'orders.sample_decided': 'A decision on this sample was already made.',
} as const
