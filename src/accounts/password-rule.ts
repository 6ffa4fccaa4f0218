/** The one rule for the letters of a password: there are enough of them. Pages say it while one types. */
export const PASSWORD_MIN_LETTERS = 10

/** Enough for any sentence; hashing what is longer would only serve whoever wants to keep the house busy. */
export const PASSWORD_MAX_LETTERS = 256
