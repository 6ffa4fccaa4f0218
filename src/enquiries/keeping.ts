/** How long what people wrote is kept, answered or not. */
export const kept = { months: 24 }
