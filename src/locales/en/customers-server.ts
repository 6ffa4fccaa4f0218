/** Errors and documents of customers. */
export const customersServer = {
  'customer.name_taken': 'There is already a customer with this name.',
  'customer.is_inactive': 'This customer is inactive. Choose another one.',
  'customer.period_order': 'The end must not be before the start.',
  'customer.period_too_long': 'Choose a period of at most three years.',
  'customer.statement_note': 'As of {day}. This is not a tax invoice.',
  'customer.period': 'Period',
}
