/** The limits of a menu. All its links must fit side by side into the navigation bar. */
export const MAX_LINKS = 8
export const MAX_TITLE_LENGTH = 24
