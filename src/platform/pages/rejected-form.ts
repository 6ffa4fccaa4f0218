import type { FieldErrors } from '../errors.ts'

/** A rejected form: the errors by field, and the values that were typed. */
export interface RejectedForm {
  status: number
  message: string
  errors: FieldErrors
  values: Readonly<Record<string, string>>
}
