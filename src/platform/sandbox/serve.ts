import { findInfrastructureCause } from '../infrastructure-error.ts'
import { RejectedInputError, type ParserReply } from './rejected-input.ts'

/**
 * The main loop of a parser process. Replies to inputs one after the other, and ends the process when its parent
 * process has ended.
 */
export function serveParser(parse: (input: never) => unknown): void {
  process.on('message', (message: { input: never }) => {
    void reply(message.input).then((parserReply) => process.send!(parserReply))
  })
  process.on('disconnect', () => process.exit())

  async function reply(input: never): Promise<ParserReply> {
    try {
      return { output: await parse(input) }
    } catch (error) {
      const cause = findInfrastructureCause(error)
      if (cause) return { failed: cause, message: (error as Error).message }
      return { rejected: error instanceof RejectedInputError ? error.reason : 'damaged' }
    }
  }
}
