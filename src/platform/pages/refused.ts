import type { Words } from '../../words/words.ts'

export type FieldErrors = Readonly<Record<string, readonly string[]>>

/** A form that was posted and not taken: why, field by field, and what was typed. */
export interface RefusedForm {
  status: number
  message: string
  errors: FieldErrors
  typed: Readonly<Record<string, string>>
}

/** What a 422 says of each field, whether it was caught in the browser or, in the middle of a rendering, on the server. */
export function refusedFields(error: unknown, words: Words): FieldErrors | null {
  const { status, errors, fields } = error as { status?: number; errors?: FieldErrors; fields?: SentencesByField }
  if (status !== 422) return null
  if (errors) return errors
  return Object.fromEntries(
    Object.entries(fields ?? {}).map(([name, sentences]) => [
      name,
      sentences.map(({ key, values }) => words.t(key, values)),
    ]),
  )
}

type SentencesByField = Record<string, { key: Parameters<Words['t']>[0]; values?: Parameters<Words['t']>[1] }[]>
