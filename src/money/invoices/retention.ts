/** The retention period of invoices, in which the tax office may request them. */
export const invoiceRetention = { years: 6 }
