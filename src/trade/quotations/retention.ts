/** Offers are papers of a business: kept so long after they were begun, then forgotten with all that they say of a buyer. */
export const quotationRetention = { years: 6 }
