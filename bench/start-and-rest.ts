import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { askFor, memoryMiB, startBare, startProduct, type Server } from './processes.ts'
import { bySize } from './size.ts'
import type { Figure } from './table.ts'
import { inTurns } from './turns.ts'

const turns = bySize({ full: 5, smallest: 1 })
const restMs = bySize({ full: 5_000, smallest: 0 })

/** A second start, up to the first page; and the memory of a server to which nobody comes any more. */
export async function startAndRest(folder: string): Promise<Figure[]> {
  const dataFolder = join(folder, 'data')
  const answerFile = join(folder, 'hello.json')
  const hello = { status: 200, headers: ['content-length', '5'], body: Buffer.from('hello').toString('base64') }
  writeFileSync(answerFile, JSON.stringify(hello))
  const start = { ours: () => startProduct(dataFolder), bare: () => startBare(answerFile) }
  if (turns > 1) await untilFirstPage(start.ours)

  const starts = { ours: () => untilFirstPage(start.ours), bare: () => untilFirstPage(start.bare) }
  const tookMs = await inTurns(turns, starts)
  const memory = { ours: [await memoryAtRest(start.ours)], bare: [await memoryAtRest(start.bare)] }
  const against = 'node:http that says hello'
  return [
    { what: 'second start, up to the first page', unit: 'ms', ...tookMs, against, target: { atMost: 1_000 } },
    { what: 'memory (RSS) at rest, 5 s after a page', unit: 'MiB', ...memory, against, target: { atMost: 120 } },
  ]
}

async function untilFirstPage(start: () => Promise<Server>): Promise<number> {
  const started = performance.now()
  await using server = await start()
  await firstPage(server)
  return performance.now() - started
}

async function memoryAtRest(start: () => Promise<Server>): Promise<number> {
  await using server = await start()
  await firstPage(server)
  await sleep(restMs)
  return memoryMiB(server.pid)
}

async function firstPage({ url }: Server): Promise<void> {
  const { status } = await askFor(url + '/')
  if (status !== 200) throw new Error(`The first page is answered with ${status}.`)
}
