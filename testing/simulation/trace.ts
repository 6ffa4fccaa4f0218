import { createHash, type Hash } from 'node:crypto'

/** The sequence of everything that happened in a run. Every trace has a hash. Only a recorded trace stores lines. */
export class Trace {
  statements = 0
  readonly #hash: Hash = createHash('sha256')
  readonly #lines: string[] | null

  constructor(isRecorded: boolean) {
    this.#lines = isRecorded ? [] : null
  }

  get lines(): readonly string[] {
    return this.#lines ?? []
  }

  add(line: string, details = ''): void {
    this.#hash.update(line).update(details).update('\n')
    this.#lines?.push((line + details).slice(0, MAX_LINE_LENGTH).replaceAll('\n', ' '))
  }

  digest(): string {
    return this.#hash.copy().digest('hex')
  }
}

const MAX_LINE_LENGTH = 240
