/** How long what people wrote is kept, answered or not. */
export const enquiryRetention = { months: 24 }
