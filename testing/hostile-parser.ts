// A parser that executes the commands of its input, for tests of the sandbox.
import { exec } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { RejectedInputError } from '#platform/sandbox/rejected-input.ts'
import { serveParser } from '#platform/sandbox/serve.ts'

export type Command =
  | { kind: 'answer' | 'loop' | 'heap' | 'buffers' | 'exit' | 'throw' | 'reject' | 'disk' | 'answer, then exit' }
  | { kind: 'read' | 'write' | 'run'; path: string }
  | { kind: 'connect'; port: number }

const retainedInputs: unknown[] = []

serveParser(async (command: Command): Promise<unknown> => {
  if (command.kind === 'loop') for (;;);
  if (command.kind === 'heap') for (;;) retainedInputs.push({ at: retainedInputs.length })
  if (command.kind === 'buffers') for (;;) retainedInputs.push(Buffer.alloc(1_000_000, 1))
  if (command.kind === 'exit') process.exit(0)
  if (command.kind === 'throw') throw new Error('a bug in a library')
  if (command.kind === 'reject') throw new RejectedInputError('too_many')
  if (command.kind === 'disk') throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', syscall: 'read' })
  if (command.kind === 'read') return readFileSync(command.path, 'utf8')
  if (command.kind === 'write') return writeFileSync(command.path, 'written')
  if (command.kind === 'run') return promisify(exec)(`touch ${command.path}`)
  if (command.kind === 'connect')
    return new Promise((resolve, reject) =>
      connect(command.port, '127.0.0.1')
        .on('connect', () => resolve('connected'))
        .on('error', reject),
    )
  if (command.kind === 'answer, then exit') {
    setTimeout(() => process.exit(), 1)
    return process.pid
  }
  return { pid: process.pid, environment: process.env }
})
