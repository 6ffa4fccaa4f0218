/** How long notes and tasks are stored after they are done. */
export const doneNotesRetention = { days: 90 }
