import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

export interface Child {
  /** Returns the next printed line, or undefined at the end of the output. */
  readLine(): Promise<string | undefined>
  writeLine(line: string): void
  /** Sends SIGKILL, so that no exit handler runs. */
  kill(): Promise<void>
  exitCode: Promise<number | null>
}

/** Runs the source text of an ES module in a new Node process. */
export function startChild(module: string): Child {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', module], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.on('error', () => {}) // the process may exit before it has read everything
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const exitCodePromise = once(child, 'close').then(([code]) => code as number | null)
  return {
    readLine: async () => (await lines.next()).value,
    writeLine: (line) => void child.stdin.write(`${line}\n`),
    async kill() {
      child.kill('SIGKILL')
      await exitCodePromise
    },
    exitCode: exitCodePromise,
  }
}

/** Returns the child processes. Works only on Linux. */
export const listChildPids = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
