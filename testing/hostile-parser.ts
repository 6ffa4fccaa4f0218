// A parser that executes the commands of its input, for tests of the sandbox.
import { exec } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { RejectedInput } from '#platform/sandbox/rejected-input.ts'
import { serveParser } from '#platform/sandbox/serve.ts'

export type Deed =
  | { kind: 'answer' | 'loop' | 'heap' | 'buffers' | 'exit' | 'throw' | 'reject' }
  | { kind: 'read' | 'write' | 'run'; path: string }
  | { kind: 'connect'; port: number }

const hoard: unknown[] = []

serveParser(async (deed: Deed): Promise<unknown> => {
  if (deed.kind === 'loop') for (;;);
  if (deed.kind === 'heap') for (;;) hoard.push({ at: hoard.length })
  if (deed.kind === 'buffers') for (;;) hoard.push(Buffer.alloc(1_000_000, 1))
  if (deed.kind === 'exit') process.exit(0)
  if (deed.kind === 'throw') throw new Error('a bug in a library')
  if (deed.kind === 'reject') throw new RejectedInput('too_many')
  if (deed.kind === 'read') return readFileSync(deed.path, 'utf8')
  if (deed.kind === 'write') return writeFileSync(deed.path, 'written')
  if (deed.kind === 'run') return promisify(exec)(`touch ${deed.path}`)
  if (deed.kind === 'connect')
    return new Promise((resolve, reject) =>
      connect(deed.port, '127.0.0.1')
        .on('connect', () => resolve('connected'))
        .on('error', reject),
    )
  return { pid: process.pid, environment: process.env }
})
