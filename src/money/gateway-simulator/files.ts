import { readFile } from 'node:fs/promises'
import { projectRoot } from '#platform/project-root.ts'

/** The static files of the pages: URL path, source file and content type. */
const files = new Map<string, { source: string; type: string }>([
  ['/fonts.css', { source: 'src/money/gateway-simulator/fonts.css', type: 'text/css; charset=utf-8' }],
  ['/page.css', { source: 'src/money/gateway-simulator/page.css', type: 'text/css; charset=utf-8' }],
  ['/return.js', { source: 'src/money/gateway-simulator/return.js', type: 'text/javascript; charset=utf-8' }],
  ['/icon.svg', { source: 'src/money/gateway-simulator/icon.svg', type: 'image/svg+xml' }],
  ...['400', '600', 'bangla-400', 'bangla-600'].map((name): [string, { source: string; type: string }] => [
    `/fonts/hind-siliguri-${name}.woff2`,
    { source: `src/ui/fonts/hind-siliguri-${name}.woff2`, type: 'font/woff2' },
  ]),
])
const loadedFiles = new Map<string, Promise<Buffer<ArrayBuffer>>>()

export async function serveFile(path: string): Promise<Response | null> {
  const file = files.get(path)
  if (!file) return null
  const bytesPromise = loadedFiles.get(path) ?? (readFile(projectRoot + file.source) as Promise<Buffer<ArrayBuffer>>)
  loadedFiles.set(path, bytesPromise)
  return new Response(await bytesPromise, {
    headers: { 'content-type': file.type, 'cache-control': 'public, max-age=300', 'x-content-type-options': 'nosniff' },
  })
}
