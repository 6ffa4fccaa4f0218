/** How long it is kept who did what. */
export const kept = { deedMonths: 24 }
