import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** With what letters are signed: a key whose other half stands in the names of the domain. */
export interface DkimKey {
  domainName: string
  keySelector: string
  privateKey: string
}

/** Why there is none, for whoever set it up. */
export class UnusableDkimKey extends Error {}

/** Fewer bits than that nobody trusts. */
const MIN_BITS = 1024

/** Read once, as the process starts, so that it is known then whether letters can be signed. */
export function readDkimKey(domain: string, selector: string, file: string): DkimKey {
  let key: KeyObject
  let privateKey: string
  try {
    privateKey = readFileSync(file, 'utf8')
    key = createPrivateKey(privateKey)
  } catch (cause) {
    throw new UnusableDkimKey(`The key of DKIM_KEY_FILE cannot be read: ${file}`, { cause })
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  if (key.asymmetricKeyType !== 'rsa' || bits < MIN_BITS)
    throw new UnusableDkimKey(
      `The key of DKIM_KEY_FILE must be of RSA, with ${MIN_BITS} bits or more, such as \`openssl genrsa 2048\` makes: ${file}`,
    )
  return { domainName: domain, keySelector: selector, privateKey }
}
