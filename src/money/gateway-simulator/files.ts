import { readFile } from 'node:fs/promises'
import { root } from '#platform/project-root.ts'

/** The static files of the pages: URL path, source file and content type. */
const files = new Map<string, { lies: string; type: string }>([
  ['/fonts.css', { lies: 'src/money/gateway-simulator/fonts.css', type: 'text/css; charset=utf-8' }],
  ['/page.css', { lies: 'src/money/gateway-simulator/page.css', type: 'text/css; charset=utf-8' }],
  ['/return.js', { lies: 'src/money/gateway-simulator/return.js', type: 'text/javascript; charset=utf-8' }],
  ['/icon.svg', { lies: 'src/money/gateway-simulator/icon.svg', type: 'image/svg+xml' }],
  ...['400', '600', 'bangla-400', 'bangla-600'].map((name): [string, { lies: string; type: string }] => [
    `/fonts/hind-siliguri-${name}.woff2`,
    { lies: `src/ui/fonts/hind-siliguri-${name}.woff2`, type: 'font/woff2' },
  ]),
])
const read = new Map<string, Promise<Buffer<ArrayBuffer>>>()

export async function fileAt(path: string): Promise<Response | null> {
  const file = files.get(path)
  if (!file) return null
  const bytes = read.get(path) ?? (readFile(root + file.lies) as Promise<Buffer<ArrayBuffer>>)
  read.set(path, bytes)
  return new Response(await bytes, {
    headers: { 'content-type': file.type, 'cache-control': 'public, max-age=300', 'x-content-type-options': 'nosniff' },
  })
}
