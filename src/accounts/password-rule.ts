/** The one rule for the letters of a password: there are enough of them. Pages say it while one types. */
export const PASSWORD_MIN_LETTERS = 10
