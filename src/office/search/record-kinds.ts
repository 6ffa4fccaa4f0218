/** The kinds of records that the search finds, in the order of the results. */
export const recordKinds = ['stay', 'person', 'unit', 'enquiry', 'message', 'quotation', 'invoice'] as const
