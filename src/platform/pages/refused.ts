import type { FieldErrors } from '../errors.ts'

/** A form that was posted and not taken: why, field by field, and what was typed. */
export interface RefusedForm {
  status: number
  message: string
  errors: FieldErrors
  typed: Readonly<Record<string, string>>
}
