/** A menu has few links with short names: all of them stand side by side in the bar. */
export const MAX_LINKS = 8
export const MAX_LENGTH = 24
