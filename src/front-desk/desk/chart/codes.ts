/** Values sent as numbers: the number is the index in the list. */
export const unitConditions = ['clean', 'dirty', 'inspected', 'out_of_service'] as const
export const chartStatuses = ['pending_payment', 'pending_approval', 'confirmed', 'checked_in', 'checked_out'] as const
