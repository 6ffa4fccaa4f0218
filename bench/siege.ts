import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { memoryMiB, startProduct } from './processes.ts'
import type { Figure } from './table.ts'
import type { Visits } from './visitors.ts'

const SIEGE_SECONDS = 600
const REST_SECONDS = 120

/** All attacks at once, from nine addresses, beside ordinary visitors; on the product as it is started, its limits on. */
export const siege = (folder: string): Promise<Figure[]> => besiege(folder, SIEGE_SECONDS, REST_SECONDS)

export async function besiege(folder: string, seconds: number, restSeconds: number): Promise<Figure[]> {
  await using product = await startProduct(join(folder, 'besieged'), { limited: true })
  const before = await walk(product.port, Math.min(20, seconds))
  await sleep(5_000)
  const restMiB = memoryMiB(product.pid)

  const attackers = startChild('attackers.ts', product.port, seconds)
  const attacks = told<Record<string, number>>(attackers)
  let mostMiB = restMiB
  const watch = setInterval(() => (mostMiB = Math.max(mostMiB, memoryMiB(product.pid))), 200)
  const during = await walk(product.port, seconds)
  const counts = await attacks
  clearInterval(watch)

  let afterMiB = NaN
  for (let waited = 0; waited < restSeconds && !(afterMiB - restMiB <= 30); waited += 5) {
    await sleep(5_000)
    afterMiB = memoryMiB(product.pid)
  }
  const isAlive = (await fetch(`${product.url}/healthz`)).ok
  const made = Object.entries(counts)
    .map(([name, count]) => `${name} ${count.toLocaleString('en')}`)
    .join(', ')
  const failed = [...Map.groupBy(during.failures, (each) => each)]
    .map(([what, times]) => `; ${times.length} × ${what}`)
    .slice(0, 20)
    .join('')
  return [
    { what: `visitors before the siege, p99 of ${before.tookMs.length}`, unit: 'ms', ours: [p99(before.tookMs)] },
    {
      what: `visitors in a siege of ${seconds} s, p99 of ${during.tookMs.length}`,
      unit: 'ms',
      ours: [p99(during.tookMs)],
      target: { atMost: 100 },
    },
    {
      what: '  of them refused, cut off or failed',
      unit: 'of all',
      ours: [during.failures.length],
      against: `attackers: ${made}${failed}`,
      target: { atMost: 0 },
    },
    { what: '  memory at its most', unit: 'MiB', ours: [mostMiB], target: { atMost: 300 } },
    {
      what: '  more than at rest, within two minutes after',
      unit: 'MiB',
      ours: [afterMiB - restMiB],
      against: `at rest ${restMiB.toFixed(0)} MiB`,
      target: { atMost: 30 },
    },
    { what: '  ends of the process', unit: 'of all', ours: [isAlive ? 0 : 1], target: { atMost: 0 } },
  ]
}

async function walk(port: number, seconds: number): Promise<Visits> {
  const visitors = startChild('visitors.ts', port, seconds)
  return told<Visits>(visitors)
}

const startChild = (file: string, port: number, seconds: number): ChildProcess =>
  fork(new URL(file, import.meta.url), [String(port), String(seconds)], { execArgv: [] })

async function told<Message>(child: ChildProcess): Promise<Message> {
  const [message] = (await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [])])) as [Message?]
  if (message === undefined) throw new Error('Those who were sent to the house did not come back.')
  return message
}

const p99 = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * 0.99) - 1] ?? NaN
