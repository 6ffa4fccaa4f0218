/** The maximum length of the preferences of a guest. */
export const MAX_PREFERENCES = 500
