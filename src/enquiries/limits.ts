/** How much an enquiry may hold: the largest one, in Bangla, still fits into one request. */
export const most = { lines: 30, quantity: 40, notes: 400, message: 2_000 }
