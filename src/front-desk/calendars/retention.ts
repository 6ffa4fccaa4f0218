/** How long imported event titles are stored after the last night. */
export const importedRetention = { days: 90 }
