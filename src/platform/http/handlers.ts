import type { z } from 'zod'
import type { ApiResponseOf, RequestContext, Contract, Endpoint } from '../contract.ts'
import type { Database, WholeDatabase } from '../database/database.ts'
import type { FieldMessages } from '../errors.ts'
import type { SentFile } from '../files/stored-files.ts'

/**
 * The handlers of a contract. Input is validated before a handler runs, and the response is serialized by its schema.
 */
export type Handlers<C extends Contract> = {
  readonly [Name in keyof C]: C[Name] extends Endpoint ? Handler<FormOf<C[Name]>, ApiResponseOf<C[Name]>> : never
}
/** The validated input, and the completely received files if the endpoint accepts files. */
export type FormOf<E extends Endpoint> = z.output<E['input']> &
  (E extends { files: object } ? { files: readonly SentFile[] } : unknown)

/**
 * A handler, optionally with a validation rule for checks that the schema cannot express. The operation calls the same
 * rule. If the schema rejects some fields, the rule still checks the others, so that one response reports all errors.
 */
export type Handler<Form, Result> =
  HandlerFunction<Form, Result> | { validate: Validate<Form>; execute: HandlerFunction<Form, Result> }
type HandlerFunction<Form, Result> = (db: WholeDatabase, ctx: RequestContext, form: Form) => Promise<Result>
type Validate<Form> = (
  db: Database,
  ctx: RequestContext,
  form: Partial<Form>,
) => Promise<ValidationResult> | ValidationResult

/** The errors of a form by field. A rule may return additional data, which the operation uses. */
export interface ValidationResult {
  fieldErrors: FieldMessages
}
