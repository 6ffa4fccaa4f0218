/** An input that its parser did not accept, or that cost more than it may. `reason` is a word that the caller knows. */
export class RejectedInput extends Error {
  readonly reason: string
  constructor(reason: string) {
    super(`rejected input: ${reason}`)
    this.reason = reason
  }
}

/** What a parser process answers for one input. */
export type ParserReply = { output: unknown } | { rejected: string }
