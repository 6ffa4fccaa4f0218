/** Returns whether the browser supports passkeys through the JSON methods, which need no library. */
export const supportsPasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' && 'parseCreationOptionsFromJSON' in PublicKeyCredential

type SignedCredential = { id: string; rawId: string; type: 'public-key'; response: Record<string, unknown> }

/** Creates a passkey on the device of the user. Returns null if the user cancels. */
export async function createPasskey(options: Record<string, unknown>): Promise<SignedCredential | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as never)
  return promptUser(() => navigator.credentials.create({ publicKey }))
}

/** Signs the challenge with a passkey of the user. Returns null if the user cancels. */
export async function signWithPasskey(options: Record<string, unknown>): Promise<SignedCredential | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never)
  return promptUser(() => navigator.credentials.get({ publicKey }))
}

async function promptUser(prompt: () => Promise<Credential | null>): Promise<SignedCredential | null> {
  try {
    const credential = (await prompt()) as PublicKeyCredential | null
    return credential && (credential.toJSON() as unknown as SignedCredential)
  } catch (error) {
    if (error instanceof DOMException) return null
    throw error
  }
}
