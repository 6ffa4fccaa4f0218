import type { Translator } from '#locales/translator.ts'
import { ApiError } from '../errors.ts'
import type { CallOptions } from '../contract.ts'
import { keep, storage } from '../storage.ts'

/**
 * Sends what is carried out once, however often it is sent. Its key belongs to what it says and is kept by the tab, also
 * when that is loaded again, until the request has been judged: done, or refused for what it says. Whatever else comes
 * (a gateway's page, nothing at all, a session that is over) tells nothing of an earlier one that may have arrived.
 */
export async function sendOnce<Input, Answer>(
  send: (input: Input, options: CallOptions) => Promise<Answer>,
  input: Input,
  translator: Translator,
): Promise<Answer> {
  const name = JSON.stringify(input, withoutPasswords)
  const key = storage('sessionStorage')?.getItem(name) || newKey()
  keep('sessionStorage', name, key)
  const purge = () => storage('sessionStorage')?.removeItem(name)
  try {
    const answer = await orUnsure(send(input, { key }), translator)
    purge()
    return answer
  } catch (error) {
    if (error instanceof ApiError && judged.includes(error.status)) purge()
    throw error
  }
}

/** Where no sentence of the server comes back, nobody knows what became of what was sent. */
export async function orUnsure<Answer>(sent: Promise<Answer>, { t }: Translator): Promise<Answer> {
  try {
    return await sent
  } catch (error) {
    if (isSaid(error)) throw error
    throw new ApiError(error instanceof ApiError ? 503 : 0, { message: t('failure.unsure') }, { cause: error })
  }
}

/** Whether the server itself has said why. */
export const isSaid = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.message !== '' && (error.status < 500 || error.status === 503)

const judged = [409, 422]

const withoutPasswords = (name: string, value: unknown) => (name.startsWith('password') ? undefined : value)

/** Nobody guesses it: 128 random bits. */
const newKey = () => crypto.getRandomValues(new Uint8Array(16)).join('-')
