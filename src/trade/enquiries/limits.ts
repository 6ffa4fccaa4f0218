/** How much an enquiry may hold: the largest one, in Bangla, still fits into one request. */
export const most = {
  lines: 30,
  quantity: 40,
  notes: 400,
  message: 2_000,
  amount: 100_000_000,
  chosen: 20,
  choice: 120,
}

/** How many files an enquiry and a letter to the company may bring with them, and how large each may be. */
export const maxFiles = { enquiry: 5, letter: 1, megabytes: 10 }
/** In tenths, rounded up: as much as people need to know. */
export const megabytesOf = (bytes: number): number => Math.ceil(bytes / 104_857.6) / 10

/** In what a product is counted. */
export const units = ['piece', 'gross', 'metre', 'cone'] as const
export type Unit = (typeof units)[number]

/** What is asked for first. */
export const purposes = ['sample', 'bulk', 'both'] as const
export type Purpose = (typeof purposes)[number]

/** What can be chosen of a product. */
export const choiceNames = ['sizes', 'finishes', 'shades'] as const
export type ChoiceName = (typeof choiceNames)[number]
