/** The retention period of imported event titles, from the last night. */
export const importedRetention = { days: 90 }
