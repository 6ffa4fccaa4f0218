/** Far more than anybody reads; deeply nested tags make the cleaner slow. */
export const MOST_CHARACTERS = 100_000
export const MOST_POSITION = 100_000
