/** Whether the browser supports passkeys through the JSON methods, which need no library. */
export const knowsPasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' && 'parseCreationOptionsFromJSON' in PublicKeyCredential

type Signed = { id: string; rawId: string; type: 'public-key'; response: Record<string, unknown> }

/** Returns null if the user cancels. */
export async function makePasskey(options: Record<string, unknown>): Promise<Signed | null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as never)
  return asked(() => navigator.credentials.create({ publicKey }))
}

export async function signWithPasskey(options: Record<string, unknown>): Promise<Signed | null> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never)
  return asked(() => navigator.credentials.get({ publicKey }))
}

async function asked(ask: () => Promise<Credential | null>): Promise<Signed | null> {
  try {
    const given = (await ask()) as PublicKeyCredential | null
    return given && (given.toJSON() as unknown as Signed)
  } catch (error) {
    if (error instanceof DOMException) return null
    throw error
  }
}
