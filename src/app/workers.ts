import cluster from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** The environment variable with the number of a worker, from 1. */
const WORKER_NUMBER_VARIABLE = 'SELVAGE_WORKER'
/** The pause before a worker that ended is started again. */
const RESTART_DELAY_MS = 1_000

export const isMainProcess = cluster.isPrimary

export const getWorkerNumber = (): number => Number(process.env[WORKER_NUMBER_VARIABLE])

/**
 * Runs the server in `count` processes that share its port, and replaces a process that ends. The first one prepares
 * the database before the others start. SIGINT and SIGTERM stop all of them.
 */
export async function runWorkers(count: number): Promise<void> {
  let isStopping = false

  function stop(): void {
    isStopping = true
    for (const worker of Object.values(cluster.workers!)) worker!.process.kill('SIGTERM')
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)

  /** Returns whether the worker accepts connections now. Otherwise, it has ended with an error message. */
  async function startWorker(number: number): Promise<boolean> {
    const worker = cluster.fork({ [WORKER_NUMBER_VARIABLE]: number })
    const exitEvent = once(worker, 'exit') as Promise<[code: number | null, signal: NodeJS.Signals | null]>
    const isListening = await Promise.race([once(worker, 'listening').then(() => true), exitEvent.then(() => false)])
    if (isListening)
      void exitEvent.then(([code, signal]) => {
        if (isStopping) process.exitCode ||= code ?? 1
        else void replaceWorker(number, signal ?? `code ${code}`)
      })
    return isListening
  }

  async function replaceWorker(number: number, cause: string): Promise<void> {
    console.error(`Worker ${number} ended with ${cause}. Selvage starts another one.`)
    do await sleep(RESTART_DELAY_MS)
    while (!isStopping && !(await startWorker(number)))
  }

  const otherNumbers = Array.from({ length: count - 1 }, (_, index) => index + 2)
  const areListening = (await startWorker(1)) && (await Promise.all(otherNumbers.map(startWorker))).every(Boolean)
  if (areListening || isStopping) return
  process.exitCode = 1
  stop()
}
