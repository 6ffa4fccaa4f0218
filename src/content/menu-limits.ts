/** All links of a menu must fit side by side into the navigation bar. */
export const MAX_LINKS = 8
export const MAX_TITLE_LENGTH = 24
