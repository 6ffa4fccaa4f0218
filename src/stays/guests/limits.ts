/** The maximum length of the preferences of a guest. */
export const MAX_PREFERENCES_LENGTH = 500
