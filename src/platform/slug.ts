/** What a title is called by in an address: small letters, digits and hyphens. Empty where it has none of them. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-|-$/g, '')

/** The address goes with the title until somebody writes it otherwise; who empties it is proposed one again. */
export const proposedSlug = (slug: string, before: string, title: string): string =>
  slug === '' || slug === slugOf(before) ? slugOf(title) : slug

const MAX_LENGTH = 80
export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
