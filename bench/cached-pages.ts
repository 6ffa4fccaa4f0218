import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import {
  fetchRaw,
  readProcessorMs,
  startBare,
  startLoadGenerator,
  startProduct,
  type RawResponse,
  type LoadGenerator,
  type Server,
} from './processes.ts'
import { writeRequest } from './requests.ts'
import { chooseBySize } from './size.ts'
import type { Figure } from './table.ts'
import { runInTurns } from './turns.ts'

const turnCount = chooseBySize({ full: 7, smallest: 1 })
const secondsOfTurn = chooseBySize({ full: 1.5, smallest: 0.01 })
const clientCount = chooseBySize({ full: 32, smallest: 1 })

/** Measures the speed and the size of the cached home page as a browser receives it. */
export async function measureCachedPages(folder: string): Promise<Figure[]> {
  await using product = await startProduct(join(folder, 'data'))
  const homeResponse = await fetchBrotli(product.url + '/')
  await using bareServer = await startBare(writeResponse(homeResponse, join(folder, 'home.json')))
  await using load = startLoadGenerator()

  const runs = { ours: () => measureLoad(load, product), bare: () => measureLoad(load, bareServer) }
  if (turnCount > 1) await runInTurns(1, runs)
  const results = await runInTurns(turnCount, runs)
  const compare = (figure: 'perSecond' | 'processorUs') => ({
    ours: results.ours.map((turn) => turn[figure]),
    bare: results.bare.map((turn) => turn[figure]),
    against: 'node:http sending the same bytes',
  })
  return [
    {
      label: `home page from the cache, ${clientCount} readers`,
      unit: '/s',
      ...compare('perSecond'),
      target: { minRatio: 0.7 },
    },
    { label: '  processor time of each', unit: 'µs', ...compare('processorUs') },
    ...(await measureSizes(product, homeResponse)),
  ]
}

async function measureLoad(load: LoadGenerator, { pid, port }: Server) {
  const processorMsBefore = readProcessorMs(pid)
  const requests = [writeRequest({ path: '/', headers: browserHeaders })]
  const loadOptions = { port, connections: clientCount, requests, seconds: secondsOfTurn }
  const { answers: responseCount, perSecond } = await load.run(loadOptions)
  return { perSecond, processorUs: ((readProcessorMs(pid) - processorMsBefore) * 1000) / responseCount }
}

/** The headers of a browser, so that the request counts as a visit. */
const browserHeaders = {
  'accept-encoding': 'br',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  'sec-fetch-dest': 'document',
  referer: 'https://buyers.example/',
}

/** Waits for the brotli response. It is compressed in the background after the first, quickly compressed responses. */
async function fetchBrotli(url: string): Promise<RawResponse> {
  await fetchRaw(url)
  for (let triesLeft = 50; triesLeft > 0; triesLeft--) {
    const response = await fetchRaw(url)
    if (response.status !== 200) throw new Error(`${url} returned ${response.status}.`)
    if (response.encoding === 'br') return response
    await sleep(100)
  }
  throw new Error(`${url} is not cached in brotli.`)
}

/** Writes the response for the bare server, without the headers that node:http adds itself. */
function writeResponse({ status, rawHeaders, bytes }: RawResponse, file: string): string {
  const headers: string[] = []
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (!/^(date|connection|keep-alive)$/i.test(rawHeaders[i]!)) headers.push(rawHeaders[i]!, rawHeaders[i + 1]!)
  }
  writeFileSync(file, JSON.stringify({ status, headers, body: bytes.toString('base64') }))
  return file
}

/** Measures the files of a first visit: the scripts that the page names, their imports, and the fonts. */
async function measureSizes({ url }: Server, homeResponse: RawResponse): Promise<Figure[]> {
  const html = brotliDecompressSync(homeResponse.bytes).toString()
  const style = findAll(html, /<style[^>]*>(.*?)<\/style>/gs).join('')
  const scriptPaths = new Set(
    findAll(html, /<script[^>]* data-scripts="([^"]+)"/g).flatMap((names) => names.split(' ')),
  )
  let scriptBytes = 0
  for (const path of scriptPaths) {
    const { bytes } = await fetchBrotli(url + path)
    scriptBytes += bytes.length
    const code = brotliDecompressSync(bytes).toString()
    for (const importedPath of findAll(code, /(?:from|import)\s*["'`](\.[^"'`]+\.js)["'`]/g)) {
      scriptPaths.add(new URL(importedPath, url + path).pathname)
    }
  }
  let fontBytes = 0
  for (const path of findAll(html, /<link rel="preload" as="font"[^>]* href="([^"]+)"/g)) {
    fontBytes += (await fetchRaw(url + path)).bytes.length
  }
  const createSizeFigure = (label: string, bytes: number, max: number): Figure => ({
    label,
    unit: 'kB',
    ours: [bytes / 1000],
    target: { max },
  })
  return [
    createSizeFigure('script of the home page, brotli', scriptBytes, 80),
    createSizeFigure('home page with its style, brotli', homeResponse.bytes.length, 20),
    createSizeFigure('  the style alone', brotliCompressSync(style).length, 12),
    createSizeFigure('fonts that the home page fetches first', fontBytes, 70),
  ]
}

const findAll = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, match]) => match!)
