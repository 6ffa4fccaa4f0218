import { readdirSync, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { ByteCache } from './page-cache.ts'

/** A folder of the build and the path prefix it is served under. Immutable if the file names contain a hash. */
export interface AssetFolder {
  folder: string
  prefix: string
  immutable: boolean
}

/** Serves the files of the build. A file is read on first request, and then cached in memory like a page. */
export function assetFiles(folders: readonly AssetFolder[], headers: Record<string, string>) {
  const files = new Map<string, { file: string; immutable: boolean }>()
  for (const { folder, prefix, immutable } of folders)
    for (const name of listFiles(folder)) files.set(prefix + name, { file: join(folder, name), immutable })
  const kept = new ByteCache()

  return {
    has: (path: string) => files.has(path),
    /** Returns true if the path is a file of the build and has been sent. */
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

/** The client build of the entry and of the pages loaded on demand. */
export interface BuiltClient {
  /** Returns what a page needs at the start: the entry, its own modules, and their imports. */
  needs(sources: readonly string[]): Needs
  /** Returns the URL of a source file, such as a font. */
  file(source: string): string
}

interface Needs {
  /** The scripts of the entry come first. */
  scripts: readonly string[]
  /** The styles of all modules, and the files they come from. */
  css: string
  styles: readonly string[]
  /**
   * Checks whether a script of the page, including the entry, contains this text in quotes, or a template that starts
   * like it.
   */
  mentions(text: string): boolean
}

export function readClientBuild(folder: string): BuiltClient {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const entry = Object.values(manifest).find((chunk) => chunk.isEntry)
  if (!entry) throw new Error('the client build has no entry')
  /** Imports come before the module, as in later loading. The style of a page thus overrides that of its imports. */
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

/** Returns null if a later build has removed the file. */
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
