/** How long it is kept what one shift left to the next, after it was done. */
export const doneNotesRetention = { days: 90 }
