/** The retention period of invoices. The tax office may request them. Then they are purged with their buyers. */
export const invoiceRetention = { years: 6 }
