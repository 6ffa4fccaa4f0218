/** The maximum length of an article. It bounds the time of `cleanHtml`, which is slow for deeply nested tags. */
export const MAX_CHARACTERS = 100_000
export const MAX_POSITION = 100_000
