import { get, type IncomingMessage } from 'node:http'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { cpuMs, startBare, startLoadGenerator, startProduct, type LoadGenerator, type Server } from './processes.ts'
import type { Figure } from './table.ts'
import { inTurns } from './turns.ts'

const turns = 5
const connections = 32
const seconds = 2

/** The home page from the cache, as a browser gets it: how fast, and how large. */
export async function pagesAsSent(folder: string): Promise<Figure[]> {
  await using product = await startProduct(join(folder, 'pages'))
  const home = await keptPage(product)
  const answerFile = join(folder, 'home.json')
  writeFileSync(answerFile, JSON.stringify({ ...home, body: home.body.toString('base64') }))
  await using bare = await startBare(answerFile)
  await using load = startLoadGenerator()

  const ask = (server: Server) => () => underLoad(load, server)
  await inTurns(1, { ours: ask(product), bare: ask(bare) })
  const { ours, bare: theirs } = await inTurns(turns, { ours: ask(product), bare: ask(bare) })
  const against = 'node:http sending the same bytes'
  return [
    {
      what: `home page from the cache, ${connections} readers`, unit: 'a second', against, target: { ratioAtLeast: 0.7 },
      ours: ours.map((turn) => turn.aSecond), bare: theirs.map((turn) => turn.aSecond),
    },
    {
      what: '  processor time for each', unit: 'µs', against,
      ours: ours.map((turn) => turn.cpuUs), bare: theirs.map((turn) => turn.cpuUs),
    },
    { what: '  99 of 100 within', unit: 'ms', against, ours: ours.map((turn) => turn.p99Ms), bare: theirs.map((turn) => turn.p99Ms) },
    ...(await sizes(product, home.body)),
  ]
}

const asBrowser = { 'accept-encoding': 'br' }

async function underLoad(load: LoadGenerator, { pid, port }: Server) {
  const cpuBefore = cpuMs(pid)
  const request = `GET / HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\naccept-encoding: br\r\n\r\n`
  const result = await load.run({ port, connections, requests: [request], seconds })
  const cpuAfter = cpuMs(pid)
  return { ...result, cpuUs: cpuBefore === null || cpuAfter === null ? NaN : ((cpuAfter - cpuBefore) * 1000) / result.answers }
}

/** The home page once its best encoding is there, without the headers that Node adds by itself. */
async function keptPage({ url }: Server) {
  for (let triesLeft = 50; triesLeft > 0; triesLeft--) {
    const answer = await ask(url)
    if (answer.statusCode === 200 && answer.headers['content-encoding'] === 'br') {
      const { rawHeaders } = answer
      const headers = rawHeaders.flatMap((name, index) =>
        index % 2 === 0 && !/^(date|connection|keep-alive)$/i.test(name) ? [name, rawHeaders[index + 1]!] : [],
      )
      return { status: 200, headers, body: await buffer(answer) }
    }
    answer.resume()
    await sleep(100)
  }
  throw new Error('The home page is not kept in brotli.')
}

/** node:http, because fetch would unpack the body. */
const ask = (url: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => get(url, { headers: asBrowser, agent: false }, resolve).on('error', reject))

async function sizes({ url }: Server, packedHome: Buffer): Promise<Figure[]> {
  const html = brotliDecompressSync(packedHome).toString()
  const style = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, text]) => text).join('')
  const fonts = [...html.matchAll(/as="font"[^>]*href="([^"]+)"/g)].map(([, path]) => path!)
  const scripts = new Set([...html.matchAll(/<(?:script|link rel="modulepreload")[^>]* (?:src|href)="([^"]+\.js)"/g)].map(([, path]) => path!))
  let scriptBytes = 0
  for (const path of scripts) {
    const packed = await settled(url + path)
    scriptBytes += packed.length
    const code = brotliDecompressSync(packed).toString()
    for (const [, imported] of code.matchAll(/(?:from|import)\s*"(\.[^"]+\.js)"/g)) scripts.add(new URL(imported!, url + path).pathname)
  }
  let fontBytes = 0
  for (const path of fonts) fontBytes += (await buffer(await ask(url + path))).length
  const kB = (what: string, bytes: number, atMost: number): Figure => ({ what, unit: 'kB', ours: [bytes / 1000], target: { atMost } })
  return [
    kB('home page, script (brotli)', scriptBytes, 75),
    kB('home page, HTML with its style (brotli)', packedHome.length, 20),
    kB('  its style alone (brotli)', brotliCompressSync(style).length, 12),
    kB('home page, fonts fetched first', fontBytes, 70),
  ]
}

/** A file in brotli: the first answers come before its best encoding is made. */
async function settled(url: string): Promise<Buffer> {
  for (let triesLeft = 50; triesLeft > 0; triesLeft--) {
    const answer = await ask(url)
    const body = await buffer(answer)
    if (answer.statusCode === 200 && answer.headers['content-encoding'] === 'br') return body
    await sleep(100)
  }
  throw new Error(`${url} is not kept in brotli.`)
}
