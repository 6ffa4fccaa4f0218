import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { HOSTILE_MAIL, measureMailOutcome } from './hostile-mail.ts'
import { readMemoryMiB, startProduct } from './processes.ts'
import { MB } from '#platform/file-kinds.ts'
import { chooseBySize } from './size.ts'
import type { Figure } from './table.ts'
import type { Visits } from './visitors.ts'

const SIEGE_SECONDS = 600
const REST_SECONDS = 120

/**
 * An attack ends after `seconds`, or after `turns` of each kind. With turns, connections stay open until the parent
 * sends a message.
 */
export interface Attack {
  port: number
  /** The folder of incoming mail, and the size of each hostile email. */
  mail: { folder: string; bytes: number }
  /** If set, only this attack runs. */
  only?: string
  seconds?: number
  turns?: number
}

/** The visits end after `seconds`, or after this number of visits. */
export interface VisitPlan {
  port: number
  seconds?: number
  visits?: number
}

/**
 * Runs all attacks at once from nine addresses, together with ordinary visitors. The product runs as usual, with its
 * rate limits.
 */
export const measureUnderAttack = (folder: string): Promise<Figure[]> =>
  chooseBySize({
    full: () => measureAttack(folder, SIEGE_SECONDS, REST_SECONDS),
    smallest: () => measureAttackOnce(folder, { visits: 12 }),
  })()

/**
 * Sends emails of every hostile shape at once, with the largest size that is accepted, together with ordinary visitors.
 */
export const measureHostileEmails = (folder: string): Promise<Figure[]> =>
  measureAttack(
    folder,
    ...chooseBySize<[number, number, number]>({ full: [120, 60, 24 * MB], smallest: [2, 5, MB / 4] }),
    HOSTILE_MAIL,
  )

/** Runs one turn of each attack and keeps its connections open during the visits. No figure depends on the machine's speed. */
export async function measureAttackOnce(
  folder: string,
  { visits }: Required<Pick<VisitPlan, 'visits'>>,
): Promise<Figure[]> {
  const [dataFolder, mailFolder] = createFolders(folder, 'besieged-once')
  await using product = await startProduct(dataFolder, { limited: true, mailFolder })
  const { port } = product
  const mailOptions = { folder: mailFolder, bytes: MB / 16 }
  const attackers = startChild('attackers.ts', { port, turns: 1, mail: mailOptions } satisfies Attack)
  await receiveMessage<'started'>(attackers)
  const { tookMs, failures } = await runVisitors({ port, visits })
  const countsPromise = receiveMessage<Record<string, number>>(attackers)
  attackers.send('over')
  const counts = await countsPromise
  const isAlive = (await fetch(`${product.url}/healthz`)).ok
  return [
    { label: 'visitors beside one turn of each attack, answers', unit: 'of all', ours: [tookMs.length] },
    ...toOutcomeFigures(failures, counts, isAlive),
    ...(await measureMailOutcome(mailFolder, join(dataFolder, 'selvage.sqlite'))),
  ]
}

function createFolders(folder: string, name: string): [data: string, mail: string] {
  const mailFolder = join(folder, `${name}-mail`)
  mkdirSync(mailFolder)
  return [join(folder, name), mailFolder]
}

function toOutcomeFigures(failures: readonly string[], counts: Record<string, number>, isAlive: boolean): Figure[] {
  const attackSummary = Object.entries(counts)
    .map(([name, count]) => `${name} ${count.toLocaleString('en')}`)
    .join(', ')
  const failureSummary = [...Map.groupBy(failures, (failure) => failure)]
    .map(([label, times]) => `; ${times.length} × ${label}`)
    .slice(0, 20)
    .join('')
  return [
    {
      label: '  of them refused, cut off or failed',
      unit: 'of all',
      ours: [failures.length],
      against: `attackers: ${attackSummary}${failureSummary}`,
      target: { max: 0 },
    },
    { label: '  ends of the process', unit: 'of all', ours: [isAlive ? 0 : 1], target: { max: 0 } },
  ]
}

export async function measureAttack(
  folder: string,
  seconds: number,
  restSeconds: number,
  mailBytes = 24 * MB,
  attackName?: string,
): Promise<Figure[]> {
  const [dataFolder, mailFolder] = createFolders(folder, attackName ?? 'besieged')
  await using product = await startProduct(dataFolder, { limited: true, mailFolder })
  const quietRun = await runVisitors({ port: product.port, seconds: Math.min(20, seconds) })
  await sleep(5_000)
  const restMiB = readMemoryMiB(product.pid)

  const mailOptions = { folder: mailFolder, bytes: mailBytes }
  const attackers = startChild('attackers.ts', {
    port: product.port,
    seconds,
    mail: mailOptions,
    only: attackName,
  } satisfies Attack)
  await receiveMessage<'started'>(attackers)
  const countsPromise = receiveMessage<Record<string, number>>(attackers)
  let maxMiB = restMiB
  const memoryTimer = setInterval(() => (maxMiB = Math.max(maxMiB, readMemoryMiB(product.pid))), 200)
  const siegeResult = await runVisitors({ port: product.port, seconds })
  const counts = await countsPromise
  const mailFigures = await measureMailOutcome(mailFolder, join(dataFolder, 'selvage.sqlite'))
  clearInterval(memoryTimer)

  let memoryAfterMiB = NaN
  for (let waitedSeconds = 0; waitedSeconds < restSeconds && !(memoryAfterMiB - restMiB <= 30); waitedSeconds += 5) {
    await sleep(5_000)
    memoryAfterMiB = readMemoryMiB(product.pid)
  }
  const isAlive = (await fetch(`${product.url}/healthz`)).ok
  const [rejectionFigure, exitFigure] = toOutcomeFigures(siegeResult.failures, counts, isAlive) as [Figure, Figure]
  return [
    {
      label: `visitors before the siege, p99 of ${quietRun.tookMs.length}`,
      unit: 'ms',
      ours: [calculateP99(quietRun.tookMs)],
    },
    {
      label: `visitors in a siege of ${seconds} s, p99 of ${siegeResult.tookMs.length}`,
      unit: 'ms',
      ours: [calculateP99(siegeResult.tookMs)],
      target: { max: 100 },
    },
    rejectionFigure,
    { label: '  memory at its most', unit: 'MiB', ours: [maxMiB], target: { max: 300 } },
    {
      label: '  more than at rest, within two minutes after',
      unit: 'MiB',
      ours: [memoryAfterMiB - restMiB],
      against: `at rest ${restMiB.toFixed(0)} MiB`,
      target: { max: 30 },
    },
    exitFigure,
    ...mailFigures,
  ]
}

const runVisitors = (options: VisitPlan): Promise<Visits> => receiveMessage(startChild('visitors.ts', options))

const startChild = (file: string, options: Attack | VisitPlan): ChildProcess =>
  fork(new URL(file, import.meta.url), [JSON.stringify(options)], { execArgv: [] })

async function receiveMessage<Message>(child: ChildProcess): Promise<Message> {
  const [message] = (await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [])])) as [Message?]
  if (message === undefined) throw new Error('The child process exited without a result.')
  return message
}

const calculateP99 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? NaN
