/** How long invoices are stored, because the tax office may request them. Then they are purged with their buyers. */
export const invoiceRetention = { years: 6 }
