/** Converts a title to a slug of lower-case letters, digits and hyphens. Empty if the title contains none of them. */
export const toSlug = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/^-|-$/g, '')

/** Proposes a slug that follows the title until a user edits it. An emptied slug is proposed again. */
export const proposeSlug = (slug: string, previousTitle: string, title: string): string =>
  slug === '' || slug === toSlug(previousTitle) ? toSlug(title) : slug

const MAX_SLUG_LENGTH = 80
export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
