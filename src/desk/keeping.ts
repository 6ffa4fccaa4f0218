/** How long it is kept what was done in a unit, after it was done. */
export const unitTaskRetention = { days: 90 }
