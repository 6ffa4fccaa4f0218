import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** Overrides of the signed data, for forged responses. */
export interface Forgery {
  challenge?: string
  origin?: string
  rpId?: string
  counter?: number
  type?: string
  isUserVerified?: boolean
}

/** Opens a software authenticator with one ES256 passkey for a site. It signs everything that a test requests. */
export function openAuthenticator(site: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  const { hostname, origin: ownOrigin } = new URL(site)
  let signCount = 0

  const encodeClientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  function buildAuthenticatorData(
    rpId: string,
    isUserVerified: boolean,
    counter: number,
    credentialData = Buffer.alloc(0),
  ) {
    const flags = USER_PRESENT | (isUserVerified ? USER_VERIFIED : 0) | (credentialData.length > 0 ? ATTESTED : 0)
    return Buffer.concat([
      createHash('sha256').update(rpId).digest(),
      Buffer.from([flags]),
      encodeUint32(counter),
      credentialData,
    ])
  }
  const createCredential = (response: object) => ({
    id,
    rawId: id,
    type: 'public-key' as const,
    response: { ...response },
    clientExtensionResults: {},
  })

  return {
    id,
    /** Returns the response to `getPasskeyCreationOptions`. */
    make({ challenge }: { challenge: string }, forgery: Forgery = {}) {
      const { x, y } = publicKey.export({ format: 'jwk' })
      const [xBytes, yBytes] = [x!, y!].map((each) => Buffer.from(each, 'base64url'))
      // A COSE key: kty 2 (EC2), alg -7 (ES256), crv 1 (P-256), x and y.
      const key = Buffer.concat([decodeHex('a5010203262001215820'), xBytes!, decodeHex('225820'), yBytes!])
      const credentialData = Buffer.concat([Buffer.alloc(16), Buffer.from([0, credentialId.length]), credentialId, key])
      const authenticatorData = buildAuthenticatorData(
        forgery.rpId ?? hostname,
        forgery.isUserVerified ?? true,
        forgery.counter ?? signCount,
        credentialData,
      )
      // CBOR: {"fmt": "none", "attStmt": {}, "authData": data}
      const attestation = Buffer.concat([
        decodeHex('a363666d74646e6f6e656761747453746d74a0686175746844617461'),
        Buffer.from([0x58, authenticatorData.length]),
        authenticatorData,
      ])
      return createCredential({
        clientDataJSON: encodeClientData(
          forgery.type ?? 'webauthn.create',
          forgery.challenge ?? challenge,
          forgery.origin ?? ownOrigin,
        ).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      })
    },
    /** Returns the response to `getPasskeySignInOptions`. */
    sign({ challenge }: { challenge: string }, forgery: Forgery = {}) {
      const clientData = encodeClientData(
        forgery.type ?? 'webauthn.get',
        forgery.challenge ?? challenge,
        forgery.origin ?? ownOrigin,
      )
      const authenticatorData = buildAuthenticatorData(
        forgery.rpId ?? hostname,
        forgery.isUserVerified ?? true,
        forgery.counter ?? ++signCount,
      )
      const signature = sign(
        'sha256',
        Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()]),
        privateKey,
      )
      return createCredential({
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
      })
    },
  }
}

export type Authenticator = ReturnType<typeof openAuthenticator>

const [USER_PRESENT, USER_VERIFIED, ATTESTED] = [1, 4, 64]
const decodeHex = (hex: string) => Buffer.from(hex, 'hex')
function encodeUint32(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32BE(value)
  return buffer
}
