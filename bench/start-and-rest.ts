import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeCompany } from '#content/company.ts'
import { openDatabase } from '#platform/database/database.ts'
import { askFor, memoryMiB, startBare, startProduct, type Server } from './processes.ts'
import { bySize } from './size.ts'
import type { Figure } from './table.ts'
import { inTurns } from './turns.ts'

const turns = bySize({ full: 5, smallest: 1 })
const restMs = bySize({ full: 5_000, smallest: 0 })
const clients = bySize({ full: 24, smallest: 4 })

/** Measures a second start, memory at rest, the shutdown of a busy server, and the delay until another process's change is served. */
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
    {
      what: `end under load, ${clients} clients`,
      unit: 'ms',
      ours: await severalTimes(() => endUnderLoad(start.ours)),
      target: { atMost: 5_000 },
    },
    {
      what: 'change by another process, until it is served',
      unit: 'ms',
      ours: await severalTimes(() => untilChangeIsServed(start.ours, dataFolder)),
      target: { atMost: 1_000 },
    },
  ]
}

async function severalTimes(measure: () => Promise<number>): Promise<number[]> {
  const results: number[] = []
  for (let turn = 0; turn < turns; turn++) results.push(await measure())
  return results
}

async function endUnderLoad(start: () => Promise<Server>): Promise<number> {
  const server = await start()
  await firstPage(server)
  const askOn = async () => {
    for (;;) await askFor(server.url + '/rooms?adult=1')
  }
  const asking = Array.from({ length: clients }, () => askOn().catch(() => {})) // until the server has stopped
  await sleep(1_000)
  const asked = performance.now()
  await server[Symbol.asyncDispose]()
  const tookMs = performance.now() - asked
  await Promise.all(asking)
  return tookMs
}

async function untilChangeIsServed(start: () => Promise<Server>, dataFolder: string): Promise<number> {
  await using server = await start()
  const { db, close } = await openDatabase({ file: join(dataFolder, 'selvage.sqlite') })
  const etag = async () => {
    const { rawHeaders } = await askFor(server.url + '/about')
    return rawHeaders[rawHeaders.indexOf('etag') + 1]
  }
  const before = await etag()
  await writeCompany(db, { name: { en: `Selvage ${++names} ${process.pid}` } })
  const written = performance.now()
  while ((await etag()) === before) await sleep(5)
  const tookMs = performance.now() - written
  await close()
  return tookMs
}
let names = 0

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
  if (status !== 200) throw new Error(`The first page returned ${status}.`)
}
