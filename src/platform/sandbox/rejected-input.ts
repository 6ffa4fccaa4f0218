import type { Cause } from '../infrastructure-error.ts'

/** An input that its parser rejected or that exceeded the limits. `reason` is a code that the caller knows. */
export class RejectedInputError extends Error {
  readonly reason: string
  constructor(reason: string) {
    super(`rejected input: ${reason}`)
    this.reason = reason
  }
}

/** The response of a parser process for one input. */
export type ParserReply =
  | { output: unknown }
  | { rejected: string }
  /** The disk or the operating system failed while the input was read. */
  | { failed: Cause; message: string }
