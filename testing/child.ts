import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export interface Child {
  /** The next line it prints; undefined when there will be none. */
  line(): Promise<string | undefined>
  say(line: string): void
  /** With SIGKILL, so that none of its handlers runs. */
  kill(): Promise<void>
  /** Its exit code. */
  ended: Promise<number | null>
}

/** Runs an ES module, given as text, in a Node process of its own. */
export function startChild(module: string): Child {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', module], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.on('error', () => {}) // it may be gone before it has heard everything
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return {
    line: async () => (await lines.next()).value,
    say: (line) => void child.stdin.write(`${line}\n`),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    ended,
  }
}
