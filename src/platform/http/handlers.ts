import type { z } from 'zod'
import type { Answer, RequestContext, Contract, Endpoint } from '../contract.ts'
import type { Database, WholeDatabase } from '../database/database.ts'
import type { FieldMessages } from '../errors.ts'
import type { SentFile } from '../files/sent-files.ts'

/** The code behind a contract, called as every verb is. Input is checked before, and an answer is written by its shape. */
export type Handlers<C extends Contract> = {
  readonly [Name in keyof C]: C[Name] extends Endpoint ? Handler<FormOf<C[Name]>, Answer<C[Name]>> : never
}
/** What came in, as the shape says; and the files that came whole, where files are taken. */
export type FormOf<E extends Endpoint> = z.output<E['input']> &
  (E extends { files: object } ? { files: readonly SentFile[] } : unknown)

/**
 * Beside what is done with a form may stand the rule that judges it, which its verb asks as well. It knows what the shape
 * cannot see. Where the shape has refused some field it is asked about the others, so that one answer names all that is
 * wrong.
 */
export type Handler<Form, Told> = Act<Form, Told> | { validate: Validate<Form>; act: Act<Form, Told> }
type Act<Form, Told> = (db: WholeDatabase, ctx: RequestContext, form: Form) => Promise<Told>
type Validate<Form> = (
  db: Database,
  ctx: RequestContext,
  form: Partial<Form>,
) => Promise<ValidationResult> | ValidationResult

/** What is wrong with a form, field by field. What a rule has found out on the way it may tell its verb beside that. */
export interface ValidationResult {
  fieldErrors: FieldMessages
}
