import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeCompany } from '#content/company.ts'
import { openDatabase } from '#platform/database/database.ts'
import { fetchRaw, readMemoryMiB, startBare, startProduct, type Server } from './processes.ts'
import { chooseBySize } from './size.ts'
import type { Figure } from './table.ts'
import { runInTurns } from './turns.ts'

const turnCount = chooseBySize({ full: 5, smallest: 1 })
const restMs = chooseBySize({ full: 5_000, smallest: 0 })
const clientCount = chooseBySize({ full: 24, smallest: 4 })

/** Measures a second start, memory at rest, the shutdown of a busy server, and the delay until another process's change is served. */
export async function measureStartAndMemory(folder: string): Promise<Figure[]> {
  const dataFolder = join(folder, 'data')
  const answerFile = join(folder, 'hello.json')
  const helloResponse = { status: 200, headers: ['content-length', '5'], body: Buffer.from('hello').toString('base64') }
  writeFileSync(answerFile, JSON.stringify(helloResponse))
  const startFunctions = { ours: () => startProduct(dataFolder), bare: () => startBare(answerFile) }
  if (turnCount > 1) await measureFirstPage(startFunctions.ours)

  const starts = {
    ours: () => measureFirstPage(startFunctions.ours),
    bare: () => measureFirstPage(startFunctions.bare),
  }
  const tookMs = await runInTurns(turnCount, starts)
  const memoryMiB = {
    ours: [await measureMemoryAtRest(startFunctions.ours)],
    bare: [await measureMemoryAtRest(startFunctions.bare)],
  }
  const bareDescription = 'node:http that says hello'
  return [
    {
      label: 'second start, up to the first page',
      unit: 'ms',
      ...tookMs,
      against: bareDescription,
      target: { max: 1_000 },
    },
    {
      label: 'memory (RSS) at rest, 5 s after a page',
      unit: 'MiB',
      ...memoryMiB,
      against: bareDescription,
      target: { max: 120 },
    },
    {
      label: `end under load, ${clientCount} clients`,
      unit: 'ms',
      ours: await repeatMeasurement(() => measureShutdown(startFunctions.ours)),
      target: { max: 5_000 },
    },
    {
      label: 'change by another process, until it is served',
      unit: 'ms',
      ours: await repeatMeasurement(() => measureChangeDelay(startFunctions.ours, dataFolder)),
      target: { max: 1_000 },
    },
  ]
}

async function repeatMeasurement(measure: () => Promise<number>): Promise<number[]> {
  const results: number[] = []
  for (let turn = 0; turn < turnCount; turn++) results.push(await measure())
  return results
}

async function measureShutdown(start: () => Promise<Server>): Promise<number> {
  const server = await start()
  await fetchFirstPage(server)
  const requestRepeatedly = async () => {
    for (;;) await fetchRaw(server.url + '/rooms?adult=1')
  }
  const loops = Array.from({ length: clientCount }, () => requestRepeatedly().catch(() => {})) // until the server has stopped
  await sleep(1_000)
  const stopStartedAt = performance.now()
  await server[Symbol.asyncDispose]()
  const tookMs = performance.now() - stopStartedAt
  await Promise.all(loops)
  return tookMs
}

async function measureChangeDelay(start: () => Promise<Server>, dataFolder: string): Promise<number> {
  await using server = await start()
  const { db, close } = await openDatabase({ file: join(dataFolder, 'selvage.sqlite') })
  const readEtag = async () => {
    const { rawHeaders } = await fetchRaw(server.url + '/about')
    return rawHeaders[rawHeaders.indexOf('etag') + 1]
  }
  const etagBefore = await readEtag()
  await writeCompany(db, { name: { en: `Selvage ${++nameCount} ${process.pid}` } })
  const writtenAt = performance.now()
  while ((await readEtag()) === etagBefore) await sleep(5)
  const tookMs = performance.now() - writtenAt
  await close()
  return tookMs
}
let nameCount = 0

async function measureFirstPage(start: () => Promise<Server>): Promise<number> {
  const startedAt = performance.now()
  await using server = await start()
  await fetchFirstPage(server)
  return performance.now() - startedAt
}

async function measureMemoryAtRest(start: () => Promise<Server>): Promise<number> {
  await using server = await start()
  await fetchFirstPage(server)
  await sleep(restMs)
  return readMemoryMiB(server.pid)
}

async function fetchFirstPage({ url }: Server): Promise<void> {
  const { status } = await fetchRaw(url + '/')
  if (status !== 200) throw new Error(`The first page returned ${status}.`)
}
