/** Invoices are kept for as long as whoever looks into the taxes may ask for them, then forgotten with whom they were made out to. */
export const invoiceRetention = { years: 6 }
