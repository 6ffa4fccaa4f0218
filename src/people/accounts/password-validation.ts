import { readFileSync } from 'node:fs'
import type { FieldMessages } from '#platform/errors.ts'
import { projectRoot } from '#platform/project-root.ts'
import { isGuessable, isLongEnough, PASSWORD_MIN_LENGTH, type Person } from './password-rule.ts'

/** Returns the errors of a new password. Length counts; no character classes are required. */
const validatePassword = (password: string, person: Person): FieldMessages[string] => [
  ...(isLongEnough(password) ? [] : [{ key: 'error.password_short', values: { min: PASSWORD_MIN_LENGTH } } as const]),
  ...(isGuessable(password, person, (word) => readCommonPasswords().has(word))
    ? [{ key: 'error.password_common' } as const]
    : []),
]

/** Validates a password field and its repetition, as far as the form has them. */
export function validatePasswordFields<Name extends string>(
  name: Name,
  form: { [Field in Name | `${Name}_confirmation`]?: string | undefined },
  person: Person,
): FieldMessages {
  const { [name]: password, [`${name}_confirmation` as const]: repetition } = form
  if (password === undefined) return {}
  const fieldErrors = validatePassword(password, person)
  return {
    ...(fieldErrors.length > 0 && { [name]: fieldErrors }),
    ...(repetition !== undefined &&
      repetition !== password && { [`${name}_confirmation`]: [{ key: 'error.password_mismatch' } as const] }),
  }
}

let commonWords: Set<string> | undefined
/** The list of common passwords, loaded on first use. */
function readCommonPasswords(): Set<string> {
  const readLines = () => readFileSync(projectRoot + 'src/people/accounts/common-passwords.txt', 'utf8').split('\n')
  return (commonWords ??= new Set(
    readLines()
      .filter((line) => !line.startsWith('#'))
      .flatMap((line) => line.split(' ')),
  ))
}
