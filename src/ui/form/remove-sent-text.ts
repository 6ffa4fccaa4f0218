/** Returns what was typed into a field while its text was sent. */
export const removeSentText = (text: string, sentText: string): string =>
  text.startsWith(sentText) ? text.slice(sentText.length).trimStart() : text
