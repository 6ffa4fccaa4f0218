import { invalid } from '#platform/errors.ts'
import { RejectedInputError } from '#platform/sandbox/rejected-input.ts'
import { createSandbox } from '#platform/sandbox/sandbox.ts'

const runCleaner = createSandbox<string, string>('article', { cpuMs: 5_000, megabytes: 128 })

/** Cleans the HTML of an article in a parser process, so that no text blocks other requests (see `cleanHtml`). */
export async function cleanArticle(html: string): Promise<string> {
  try {
    return await runCleaner(html)
  } catch (error) {
    throw error instanceof RejectedInputError ? invalid({ body: 'error.text_too_complex' }) : error
  }
}
