import { createHash, randomBytes } from 'node:crypto'

/** Letters and digits that are not confused with each other when read aloud or copied by hand. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Returns a code that people can type, with 5 random bits per letter. */
export const createReadableCode = (length: number): string =>
  Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('')

/** Returns a 256-bit secret for programs. */
export const createSecretToken = (): string => randomBytes(32).toString('base64url')

/** The stored form of a secret. A reader of the database cannot recover the secret. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export const digestText = (text: string): string => createHash('sha256').update(text).digest('base64url')
