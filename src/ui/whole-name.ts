/** A name in one piece, so that no line ends within it; one too long for the line of a phone may still be broken. */
export const wholeName = (name: string): string =>
  name.length > MAX_IN_ONE_PIECE ? name : name.replaceAll(' ', '\u00a0')

const MAX_IN_ONE_PIECE = 24
