import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { href } from '#routes/public.ts'
import { createBookingRequests, openHotel } from './hotel.ts'
import { startLoadGenerator, startProduct, type LoadGenerator } from './processes.ts'
import { getUniqueSearchPath, numberMark, writeRequest } from './requests.ts'
import { bySize } from './size.ts'
import type { Figure } from './table.ts'
import { runInTurns } from './turns.ts'

const turns = bySize({ full: 5, smallest: 1 })
const secondsOfTurn = bySize({ full: 5, smallest: 0.01 })
const clients = bySize({ full: 8, smallest: 2 })

const flows = { home: 'home page', search: 'search', booking: 'booking' } as const
type Flow = keyof typeof flows

const compression = { 'accept-encoding': 'gzip, br' }

/** The first `{number}` in the path, a header or the body becomes sixteen digits that differ in each request. */
const requestSchema = z.strictObject({
  method: z.string().default('GET'),
  path: z.string(),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.string().default(''),
})
const peersSchema = z.array(
  z.strictObject({
    name: z.string(),
    port: z.int(),
    home: requestSchema.optional(),
    search: requestSchema.optional(),
    booking: requestSchema.optional(),
  }),
)

/**
 * Measures the home page, a search and a booking beside other products that run on this machine. The file `PEERS` names
 * their ports and requests. Each product runs alone in its turn.
 */
export async function measureBesidePeers(folder: string): Promise<Figure[]> {
  const peers = process.env.PEERS ? peersSchema.parse(JSON.parse(readFileSync(process.env.PEERS, 'utf8'))) : []
  const dataFolder = join(folder, 'beside-peers')
  await (await openHotel({ file: join(dataFolder, 'selvage.sqlite') }, clients))[Symbol.asyncDispose]()
  await using product = await startProduct(dataFolder)
  await using load = startLoadGenerator()
  const ownRequests: Record<Flow, string[]> = {
    home: [writeRequest({ path: href('home'), headers: compression })],
    search: [writeRequest({ path: getUniqueSearchPath(), headers: compression })],
    booking: await createBookingRequests(product, clients),
  }
  const figures: Figure[] = []
  for (const flow of Object.keys(flows) as Flow[]) {
    const runs: Record<string, () => Promise<number>> = {
      ours: () => measureRate(load, product.port, ownRequests[flow]),
    }
    for (const { name, port, [flow]: request } of peers)
      if (request) runs[name] = () => measureRate(load, port, [toRawRequest(request)])
    if (turns > 1) await runInTurns(1, runs)
    const { ours: rates, ...peerRates } = await runInTurns(turns, runs)
    const figure: Figure = { label: `${flows[flow]}, ${clients} clients`, unit: '/s', ours: rates! }
    const comparisons = Object.entries(peerRates).map(([name, bare]) => ({ ...figure, bare, against: name }))
    figures.push(...(comparisons.length > 0 ? comparisons : [figure]))
  }
  return figures
}

async function measureRate(load: LoadGenerator, port: number, requests: string[]): Promise<number> {
  const result = await load.run({
    port,
    connections: clients,
    requests,
    mark: numberMark,
    seconds: secondsOfTurn,
    acceptsRedirects: true,
  })
  return result.perSecond
}

const toRawRequest = ({ path, headers, body, ...request }: z.output<typeof requestSchema>): string => {
  const mark = (text: string) => text.replaceAll('{number}', numberMark)
  const markedHeaders = Object.entries(headers).map(([name, value]) => [name, mark(value)])
  return writeRequest({
    ...request,
    path: mark(path),
    headers: { ...compression, ...Object.fromEntries(markedHeaders) },
    body: mark(body),
  })
}
