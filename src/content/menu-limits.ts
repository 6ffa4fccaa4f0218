/** A menu has few links with short names: all of them stand side by side in the bar. */
export const MOST_LINKS = 8
export const MOST_LETTERS = 24
