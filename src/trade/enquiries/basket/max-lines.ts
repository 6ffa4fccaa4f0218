/** The maximum number of products in an enquiry. In its own file, because every page header counts the basket. */
export const MAX_LINES = 30
