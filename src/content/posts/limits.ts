/** Far more than any real article. Deeply nested tags make the cleaner slow. */
export const MAX_CHARACTERS = 100_000
export const MAX_POSITION = 100_000
