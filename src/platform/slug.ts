/** What a title is called by in an address: small letters, digits and hyphens. Empty where it has none of them. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MOST_LETTERS)
    .replace(/^-|-$/g, '')

const MOST_LETTERS = 80
export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
