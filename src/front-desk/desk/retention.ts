/** The retention period of notes and tasks after they are done. */
export const doneNotesRetention = { days: 90 }
