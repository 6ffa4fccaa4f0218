/** The retention period of quotations, counted from their creation. Then they are deleted with all buyer data. */
export const quotationRetention = { years: 6 }
