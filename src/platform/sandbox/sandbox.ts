import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { InfrastructureError } from '../infrastructure-error.ts'
import { projectRoot } from '../project-root.ts'
import { RejectedInputError, type ParserReply } from './rejected-input.ts'
import { readUsage, type Usage } from './usage.ts'

/**
 * The limits of one input, and options of the parser process. CPU time and memory are measured on this process, so the
 * load of the machine has no influence.
 */
export interface SandboxLimits {
  cpuMs: number
  megabytes: number
  /** Whether the parser loads native code, such as the image library. */
  isNative?: boolean
  /** The time for which a parser process may be idle before it ends. */
  idleMs?: number
  /** A folder of inputs that the parser reads, so that large inputs do not pass through the memory of the server. */
  inputFolder?: string
}

/** The entry point, as source or as built (vite.config.ts). */
const runsFromSource = import.meta.url.endsWith('.ts')
const parserProgram = projectRoot + (runsFromSource ? 'src/app/parser-process.ts' : 'dist/server/parser-process.js')
const readablePaths = [...(runsFromSource ? ['src'] : ['dist/server']), 'node_modules', 'package.json']

const CHECK_INTERVAL_MS = 50
const IDLE_MS = 30_000
/** The time limit for a parser that hangs without using CPU time. */
const HANG_TIMEOUT_MS = 300_000

/**
 * Runs a parser of `src/app/parsers.ts` in its own process: for complex input from strangers, and for work that needs
 * much memory. The process can read the code of the app and its input folder, but cannot write files, open connections
 * or start programs. It is killed when an input exceeds the limits. The call then throws `RejectedInputError`, and the next
 * input gets a new process. Each parser has one process, which handles one input at a time.
 */
export function createSandbox<Input, Output>(
  parser: string,
  limits: SandboxLimits,
  program = parserProgram,
): (input: Input) => Promise<Output> {
  let currentProcess: ParserProcess | undefined
  let lastCall: Promise<unknown> = Promise.resolve()
  return (input) => {
    const result = lastCall.then(async () => {
      if (!currentProcess?.isUsable()) currentProcess = startParser(program, parser, limits)
      return currentProcess.parse(input) as Promise<Output>
    })
    lastCall = result.catch(() => {})
    return result
  }
}

interface ParserProcess {
  /** False after the process has ended or is about to. */
  isUsable(): boolean
  parse(input: unknown): Promise<unknown>
}

function startParser(program: string, parser: string, limits: SandboxLimits): ParserProcess {
  const child = fork(program, [parser], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {},
    execArgv: [
      `--max-old-space-size=${limits.megabytes}`,
      '--permission',
      '--no-warnings', // Node warns about --allow-addons
      ...(limits.isNative ? ['--allow-addons'] : []),
      ...[
        ...readablePaths.map((path) => projectRoot + path),
        program,
        ...(limits.inputFolder ? [limits.inputFolder] : []),
      ].map((path) => `--allow-fs-read=${path}`),
    ],
  })
  const processEnd = new Promise<ParserReply>((resolve) => {
    child.once('exit', () => resolve({ rejected: 'crashed' }))
    // Without this listener, an error such as a failed start would end the server.
    child.on('error', () => {
      child.kill('SIGKILL')
      resolve({ rejected: 'crashed' })
    })
  })
  setKeepsParentAlive(child, false)
  let idleTimer: NodeJS.Timeout | undefined
  // The process may have ended since the timer was set.
  const endIdleProcess = () => child.connected && child.disconnect()

  return {
    isUsable: () => child.connected && !child.killed && child.exitCode === null && child.signalCode === null,
    async parse(input) {
      clearTimeout(idleTimer)
      setKeepsParentAlive(child, true)
      const usageWatch = watchUsage(child, limits)
      try {
        child.send({ input }, () => {}) // a failure appears as the end of the process
        const reply = await Promise.race([
          once(child, 'message').then(([message]) => message as ParserReply),
          processEnd,
        ])
        if ('failed' in reply) throw new InfrastructureError(reply.failed, reply.message)
        if ('rejected' in reply) throw new RejectedInputError(usageWatch.exceeded() ?? reply.rejected)
        return reply.output
      } finally {
        usageWatch.stop()
        setKeepsParentAlive(child, false)
        idleTimer = setTimeout(endIdleProcess, limits.idleMs ?? IDLE_MS).unref()
      }
    },
  }
}

/** Kills the process when the current input exceeds the limits. */
function watchUsage(child: ChildProcess, limits: SandboxLimits) {
  let exceededLimit: string | undefined
  const { pid } = child
  const readCurrentUsage = () => (pid === undefined ? null : readUsage(pid))
  const initialUsage: Usage | null = readCurrentUsage()
  const kill = (reason: string) => {
    exceededLimit = reason
    child.kill('SIGKILL')
  }
  const check = () => {
    const currentUsage = readCurrentUsage()
    if (!currentUsage || !initialUsage) return
    if (currentUsage.cpuMs - initialUsage.cpuMs > limits.cpuMs) kill('too_long')
    else if (currentUsage.megabytes > limits.megabytes + BASE_MEGABYTES) kill('too_much_memory')
  }
  const timers = [setInterval(check, CHECK_INTERVAL_MS), setTimeout(() => kill('too_long'), HANG_TIMEOUT_MS)]
  return {
    exceeded: () => exceededLimit,
    stop: () => timers.forEach(clearTimeout),
  }
}
/** The memory of a parser process before its first input. */
const BASE_MEGABYTES = 80

function setKeepsParentAlive(child: ChildProcess, isKept: boolean): void {
  for (const handle of [child, child.channel]) handle?.[isKept ? 'ref' : 'unref']()
}
