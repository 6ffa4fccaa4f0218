/** The maximum number of products in an enquiry. Separate, because every page counts the basket in its header. */
export const MAX_LINES = 30
