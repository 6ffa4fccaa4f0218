import type { Translator } from '#locales/translator.ts'
import { ApiError } from '../errors.ts'
import type { CallOptions } from '../contract.ts'
import { saveToStorage, getStorage } from '../storage.ts'

/**
 * Sends a request that is carried out only once, even if it is sent again. Each input has its own random key. The tab
 * stores the key, also across reloads, until the server answers with success or a rejection (409 or 422). Other
 * failures keep the key, such as an error page of a gateway, no response or an expired session: an earlier attempt may
 * have arrived.
 */
export async function sendOnce<Input, Result>(
  send: (input: Input, options: CallOptions) => Promise<Result>,
  input: Input,
  translator: Translator,
): Promise<Result> {
  const storageName = JSON.stringify(input, omitPasswords)
  const key = getStorage('sessionStorage')?.getItem(storageName) || createKey()
  saveToStorage('sessionStorage', storageName, key)
  const removeKey = () => getStorage('sessionStorage')?.removeItem(storageName)
  try {
    const result = await describeLostResponse(send(input, { key }), translator)
    removeKey()
    return result
  } catch (error) {
    if (error instanceof ApiError && finalStatuses.includes(error.status)) removeKey()
    throw error
  }
}

/** Tells the user that the outcome is unknown if the request fails without an error message from the server. */
export async function describeLostResponse<Result>(request: Promise<Result>, { t }: Translator): Promise<Result> {
  try {
    return await request
  } catch (error) {
    if (hasServerMessage(error)) throw error
    throw new ApiError(error instanceof ApiError ? 503 : 0, { message: t('failure.unsure') }, { cause: error })
  }
}

/** Checks whether the error has a message from the server itself. */
export const hasServerMessage = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.message !== '' && (error.status < 500 || error.status === 503)

const finalStatuses = [409, 422]

const omitPasswords = (field: string, value: unknown) => (field.startsWith('password') ? undefined : value)

/** Creates a key of 128 random bits, which cannot be guessed. */
const createKey = () => crypto.getRandomValues(new Uint8Array(16)).join('-')
