/** Makes a name unbreakable across lines. A name that is too long for a line on a phone may still break. */
export const joinName = (name: string): string =>
  name.length > MAX_UNBREAKABLE_LENGTH ? name : name.replaceAll(' ', '\u00a0')

const MAX_UNBREAKABLE_LENGTH = 24
