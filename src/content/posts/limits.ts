/** More than any real article. The limit bounds the time of the HTML cleaner, which is slow for deeply nested tags. */
export const MAX_CHARACTERS = 100_000
export const MAX_POSITION = 100_000
