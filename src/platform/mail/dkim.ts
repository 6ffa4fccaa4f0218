import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** The private key that signs emails. Its public key is in the DNS of the domain. */
export interface DkimKey {
  domainName: string
  keySelector: string
  privateKey: string
}

/** The key cannot be used. The message explains why. */
export class InvalidDkimKeyError extends Error {}

/** The minimum key size. Receivers do not trust shorter keys. */
const MIN_BITS = 1024

/** Reads the key at the start of the process, so that a wrong key is reported then. */
export function readDkimKey(domain: string, selector: string, file: string): DkimKey {
  let key: KeyObject
  let privateKey: string
  try {
    privateKey = readFileSync(file, 'utf8')
    key = createPrivateKey(privateKey)
  } catch (cause) {
    throw new InvalidDkimKeyError(`The key of DKIM_KEY_FILE cannot be read: ${file}`, { cause })
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  if (key.asymmetricKeyType !== 'rsa' || bits < MIN_BITS)
    throw new InvalidDkimKeyError(
      `The key of DKIM_KEY_FILE must be of RSA, with ${MIN_BITS} bits or more, such as \`openssl genrsa 2048\` makes: ${file}`,
    )
  return { domainName: domain, keySelector: selector, privateKey }
}
