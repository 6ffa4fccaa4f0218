import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import {
  askFor,
  processorMs,
  startBare,
  startLoadGenerator,
  startProduct,
  type Answer,
  type LoadGenerator,
  type Server,
} from './processes.ts'
import { bySize } from './size.ts'
import type { Figure } from './table.ts'
import { inTurns } from './turns.ts'

const turns = bySize({ full: 7, smallest: 1 })
const secondsOfTurn = bySize({ full: 1.5, smallest: 0.01 })
const readers = bySize({ full: 32, smallest: 1 })

/** Measures the speed and the size of the cached home page as a browser receives it. */
export async function pagesSent(folder: string): Promise<Figure[]> {
  await using product = await startProduct(join(folder, 'data'))
  const home = await inBrotli(product.url + '/')
  await using bare = await startBare(writeAnswer(home, join(folder, 'home.json')))
  await using load = startLoadGenerator()

  const runs = { ours: () => underLoad(load, product), bare: () => underLoad(load, bare) }
  if (turns > 1) await inTurns(1, runs)
  const results = await inTurns(turns, runs)
  const both = (figure: 'aSecond' | 'processorUs') => ({
    ours: results.ours.map((turn) => turn[figure]),
    bare: results.bare.map((turn) => turn[figure]),
    against: 'node:http sending the same bytes',
  })
  return [
    {
      what: `home page from the cache, ${readers} readers`,
      unit: '/s',
      ...both('aSecond'),
      target: { ratioAtLeast: 0.7 },
    },
    { what: '  processor time of each', unit: 'µs', ...both('processorUs') },
    ...(await sizes(product, home)),
  ]
}

async function underLoad(load: LoadGenerator, { pid, port }: Server) {
  const before = processorMs(pid)
  const head = [`host: 127.0.0.1:${port}`, ...asBrowsersAsk].join('\r\n')
  const request = `GET / HTTP/1.1\r\n${head}\r\n\r\n`
  const asked = { port, connections: readers, requests: [request], seconds: secondsOfTurn }
  const { answers, aSecond } = await load.run(asked)
  return { aSecond, processorUs: ((processorMs(pid) - before) * 1000) / answers }
}

/** The headers of a browser, so that the request counts as a visit. */
const asBrowsersAsk = [
  'accept-encoding: br',
  'user-agent: Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  'sec-fetch-dest: document',
  'referer: https://buyers.example/',
]

/** Waits for the brotli response. It is compressed in the background after the first, quickly compressed responses. */
async function inBrotli(url: string): Promise<Answer> {
  await askFor(url)
  for (let triesLeft = 50; triesLeft > 0; triesLeft--) {
    const answer = await askFor(url)
    if (answer.status !== 200) throw new Error(`${url} returned ${answer.status}.`)
    if (answer.encoding === 'br') return answer
    await sleep(100)
  }
  throw new Error(`${url} is not cached in brotli.`)
}

/** Writes the response for the bare server, without the headers that node:http adds itself. */
function writeAnswer({ status, rawHeaders, bytes }: Answer, file: string): string {
  const headers: string[] = []
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (!/^(date|connection|keep-alive)$/i.test(rawHeaders[i]!)) headers.push(rawHeaders[i]!, rawHeaders[i + 1]!)
  }
  writeFileSync(file, JSON.stringify({ status, headers, body: bytes.toString('base64') }))
  return file
}

/** Measures the files of a first visit: the scripts that the page names, their imports, and the fonts. */
async function sizes({ url }: Server, home: Answer): Promise<Figure[]> {
  const html = brotliDecompressSync(home.bytes).toString()
  const style = all(html, /<style[^>]*>(.*?)<\/style>/gs).join('')
  const scripts = new Set(all(html, /<script[^>]* data-scripts="([^"]+)"/g).flatMap((names) => names.split(' ')))
  let scriptBytes = 0
  for (const path of scripts) {
    const { bytes } = await inBrotli(url + path)
    scriptBytes += bytes.length
    const code = brotliDecompressSync(bytes).toString()
    for (const imported of all(code, /(?:from|import)\s*["'`](\.[^"'`]+\.js)["'`]/g)) {
      scripts.add(new URL(imported, url + path).pathname)
    }
  }
  let fontBytes = 0
  for (const path of all(html, /<link rel="preload" as="font"[^>]* href="([^"]+)"/g)) {
    fontBytes += (await askFor(url + path)).bytes.length
  }
  const size = (what: string, bytes: number, atMost: number): Figure => ({
    what,
    unit: 'kB',
    ours: [bytes / 1000],
    target: { atMost },
  })
  return [
    size('script of the home page, brotli', scriptBytes, 80),
    size('home page with its style, brotli', home.bytes.length, 20),
    size('  the style alone', brotliCompressSync(style).length, 12),
    size('fonts that the home page fetches first', fontBytes, 70),
  ]
}

const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found]) => found!)
