/** The retention period of contact messages and enquiries, answered or not. */
export const enquiryRetention = { months: 24 }
