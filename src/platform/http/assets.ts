import { readdirSync, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { ByteCache } from './page-cache.ts'

/** Where the build has put a part of the site: served under a prefix, for ever when the name holds a hash. */
export interface AssetFolder {
  folder: string
  prefix: string
  immutable: boolean
}

/** Serves the files of the build. They are read when first asked for and kept as bytes, like pages. */
export function assetFiles(folders: readonly AssetFolder[], headers: Record<string, string>) {
  const files = new Map<string, { file: string; immutable: boolean }>()
  for (const { folder, prefix, immutable } of folders)
    for (const name of listFiles(folder)) files.set(prefix + name, { file: join(folder, name), immutable })
  const kept = new ByteCache()

  return {
    has: (path: string) => files.has(path),
    /** True when the file is one of the build's and has been sent. */
    serve(request: IncomingMessage, response: ServerResponse): boolean {
      const path = request.url!
      if (kept.serve(request, response, path)) return true
      const found = files.get(path)
      if (!found || (request.method !== 'GET' && request.method !== 'HEAD')) return false
      const body = read(found.file)
      if (!body) return false
      const type = mediaTypes[extname(found.file)] ?? 'application/octet-stream'
      const cacheControl = found.immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=86400'
      kept.put(path, 0, {
        status: 200,
        headers: { ...headers, 'content-type': type, 'cache-control': cacheControl },
        body,
      })
      return kept.serve(request, response, path)
    },
  }
}

/** What the client build made of the entry and of the pages loaded on demand. */
export interface BuiltClient {
  /** What a page needs to begin with: the entry, modules loaded on demand, and what they import. */
  needs(sources: readonly string[]): Needs
  /** Where a source file, such as a font, is served. */
  file(source: string): string
}

interface Needs {
  /** The entry's first. */
  scripts: readonly string[]
  /** The style of all of them; the files it was read from. */
  css: string
  styles: readonly string[]
  /** Whether a script of the page, the entry's among them, holds this text in quotes, or a template that begins like it. */
  mentions(text: string): boolean
}

export function readClientBuild(folder: string): BuiltClient {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const entry = Object.values(manifest).find((chunk) => chunk.isEntry)
  if (!entry) throw new Error('the client build has no entry')
  /** What a part is made of stands before it, as where it is loaded later: so a page's style has the last word. */
  const withImports = (chunk: Chunk): Chunk[] => [
    ...(chunk.imports ?? []).flatMap((name) => withImports(manifest[name]!)),
    chunk,
  ]
  const first = [entry, ...withImports(entry)]
  const named = (source: string) => {
    const chunk = manifest[source]
    if (!chunk) throw new Error(`the client build has no ${source}`)
    return chunk
  }
  const made = new Map<string, Needs>()
  return {
    file: (source) => '/' + named(source).file,
    needs(sources) {
      const key = sources.join()
      if (!made.has(key)) made.set(key, needsOf(sources.map(named)))
      return made.get(key)!
    },
  }

  function needsOf(own: Chunk[]): Needs {
    const chunks = [...new Set([...first, ...own.flatMap(withImports)])]
    const styles = [...new Set(chunks.flatMap(({ css = [] }) => css))]
    const text = (file: string) => readFileSync(join(folder, file), 'utf8')
    return {
      scripts: chunks.map(({ file }) => '/' + file),
      css: styles.map(text).join(''),
      styles: styles.map((file) => '/' + file),
      mentions: mentionsIn(chunks.map(({ file }) => text(file)).join('\n')),
    }
  }
}

function mentionsIn(code: string): (text: string) => boolean {
  const all = (pattern: RegExp) => new Set(Array.from(code.matchAll(pattern), ([, found]) => found!))
  const [quoted, beginnings] = [all(/["'`]([\w.]+)(?=["'`])/g), all(/`(\w+\.[\w.]*)\$\{/g)]
  return (text) => quoted.has(text) || beginnings.values().some((beginning) => text.startsWith(beginning))
}

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
  isEntry?: boolean
}

/** Null when a build has been made since and has taken the file away. */
function read(file: string): Buffer | null {
  try {
    return readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function listFiles(folder: string, inside = ''): string[] {
  return readdirSync(join(folder, inside)).flatMap((name) => {
    if (name.startsWith('.')) return []
    const path = inside + name
    return statSync(join(folder, path)).isDirectory() ? listFiles(folder, path + '/') : [path]
  })
}

const mediaTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}
