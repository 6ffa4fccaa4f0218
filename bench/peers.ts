import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { dayIn, systemClock } from '#platform/clock.ts'
import { isoDay } from '#platform/day.ts'
import { href } from '#routes/public.ts'
import { keyMark, openHotel, sendBookingRequests } from './hotel.ts'
import { startLoadGenerator, startProduct, type LoadGenerator } from './processes.ts'
import { bySize } from './size.ts'
import type { Figure } from './table.ts'
import { runInTurns } from './turns.ts'

const turns = bySize({ full: 5, smallest: 1 })
const secondsOfTurn = bySize({ full: 5, smallest: 0.01 })
const clients = bySize({ full: 8, smallest: 2 })

const flows = { home: 'home page', search: 'search', booking: 'booking' } as const
type Flow = keyof typeof flows

const requestSchema = z.strictObject({
  method: z.string().default('GET'),
  /** `{number}` in the path, a header or the body is replaced by sixteen digits that differ in each request. */
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
  const today = dayIn('Asia/Dhaka', systemClock())
  const stay = { check_in: isoDay(today + 10), check_out: isoDay(today + 13), adult: 1, child: 0 }
  const ownRequests: Record<Flow, string[]> = {
    home: [writeRequest({ method: 'GET', path: href('home'), headers: {}, body: '' })],
    search: [writeRequest({ method: 'GET', path: `${href('rooms', null, stay)}&n={number}`, headers: {}, body: '' })],
    booking: await sendBookingRequests(product, clients),
  }
  const figures: Figure[] = []
  for (const flow of Object.keys(flows) as Flow[]) {
    const runs: Record<string, () => Promise<number>> = {
      ours: () => measureRate(load, product.port, ownRequests[flow]),
    }
    for (const { name, port, [flow]: request } of peers)
      if (request) runs[name] = () => measureRate(load, port, [writeRequest(request)])
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
    mark: keyMark,
    seconds: secondsOfTurn,
    acceptsRedirects: true,
  })
  return result.perSecond
}

function writeRequest({ method, path, headers, body }: z.output<typeof requestSchema>): string {
  const length = Buffer.byteLength(body.replaceAll('{number}', keyMark))
  const lines = Object.entries({
    host: '127.0.0.1',
    'accept-encoding': 'gzip, br',
    ...(body && { 'content-length': String(length) }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`.replaceAll('{number}', keyMark)
}
