import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { href } from '#routes/public.ts'
import { createBookingRequests, openHotel } from './hotel.ts'
import { startLoadGenerator, startProduct, type LoadGenerator } from './processes.ts'
import { getUniqueSearchPath, numberMark, writeRequest } from './requests.ts'
import { chooseBySize } from './size.ts'
import type { Figure } from './table.ts'
import { runInTurns } from './turns.ts'

const turnCount = chooseBySize({ full: 5, smallest: 1 })
const secondsOfTurn = chooseBySize({ full: 5, smallest: 0.01 })
const clientCount = chooseBySize({ full: 8, smallest: 2 })

const flows = { home: 'home page', search: 'search', booking: 'booking' } as const
type Flow = keyof typeof flows

const compressionHeaders = { 'accept-encoding': 'gzip, br' }

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
  await (await openHotel({ file: join(dataFolder, 'selvage.sqlite') }, clientCount))[Symbol.asyncDispose]()
  await using product = await startProduct(dataFolder)
  await using load = startLoadGenerator()
  const ownRequests: Record<Flow, string[]> = {
    home: [writeRequest({ path: href('home'), headers: compressionHeaders })],
    search: [writeRequest({ path: getUniqueSearchPath(), headers: compressionHeaders })],
    booking: await createBookingRequests(product, clientCount),
  }
  const figures: Figure[] = []
  for (const flow of Object.keys(flows) as Flow[]) {
    const runs: Record<string, () => Promise<number>> = {
      ours: () => measureRate(load, product.port, ownRequests[flow]),
    }
    for (const { name, port, [flow]: request } of peers)
      if (request) runs[name] = () => measureRate(load, port, [toRawRequest(request)])
    if (turnCount > 1) await runInTurns(1, runs)
    const { ours: rates, ...peerRates } = await runInTurns(turnCount, runs)
    const figure: Figure = { label: `${flows[flow]}, ${clientCount} clients`, unit: '/s', ours: rates! }
    const comparisons = Object.entries(peerRates).map(([name, bare]) => ({ ...figure, bare, against: name }))
    figures.push(...(comparisons.length > 0 ? comparisons : [figure]))
  }
  return figures
}

async function measureRate(load: LoadGenerator, port: number, requests: string[]): Promise<number> {
  const result = await load.run({
    port,
    connections: clientCount,
    requests,
    mark: numberMark,
    seconds: secondsOfTurn,
    acceptsRedirects: true,
  })
  return result.perSecond
}

const toRawRequest = ({ path, headers, body, ...request }: z.output<typeof requestSchema>): string => {
  const insertNumberMark = (text: string) => text.replaceAll('{number}', numberMark)
  const markedHeaders = Object.entries(headers).map(([name, value]) => [name, insertNumberMark(value)])
  return writeRequest({
    ...request,
    path: insertNumberMark(path),
    headers: { ...compressionHeaders, ...Object.fromEntries(markedHeaders) },
    body: insertNumberMark(body),
  })
}
