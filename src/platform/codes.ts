import { createHash, randomBytes } from 'node:crypto'

/** Letters and digits that are not mistaken for one another when read aloud or copied by hand. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A code that people handle and nobody guesses: 5 random bits a letter. */
export const readableCode = (letters: number): string =>
  Array.from(randomBytes(letters), (byte) => alphabet[byte % alphabet.length]).join('')

/** A secret of 256 bits, for machines to carry. */
export const secretToken = (): string => randomBytes(32).toString('base64url')

/** What is kept of a secret: whoever reads the database learns none. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

export const textHash = (text: string): string => createHash('sha256').update(text).digest('base64url')
