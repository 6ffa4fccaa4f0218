import { readdirSync, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { ByteCache } from './page-cache.ts'

/** A folder of the build and the path prefix it is served under. Immutable if the file names contain a hash. */
export interface AssetFolder {
  folder: string
  prefix: string
  isImmutable: boolean
}

/** Serves the files of the build. A file is read on first request, and then cached in memory like a page. */
export function createAssetServer(folders: readonly AssetFolder[], headers: Record<string, string>) {
  const files = new Map<string, { file: string; isImmutable: boolean }>()
  for (const { folder, prefix, isImmutable } of folders)
    for (const name of listFiles(folder)) files.set(prefix + name, { file: join(folder, name), isImmutable })
  const cache = new ByteCache()

  return {
    has: (path: string) => files.has(path),
    /** Returns true if the path is a file of the build and has been sent. */
    serve(request: IncomingMessage, response: ServerResponse): boolean {
      const path = request.url!
      if (cache.serve(request, response, path)) return true
      const asset = files.get(path)
      if (!asset || (request.method !== 'GET' && request.method !== 'HEAD')) return false
      const body = readIfExists(asset.file)
      if (!body) return false
      const type = mediaTypes[extname(asset.file)] ?? 'application/octet-stream'
      const cacheControl = asset.isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=86400'
      cache.put(path, 0, {
        status: 200,
        headers: { ...headers, 'content-type': type, 'cache-control': cacheControl },
        body,
      })
      return cache.serve(request, response, path)
    },
  }
}

/** The client build of the entry and of the pages loaded on demand. */
export interface BuiltClient {
  /** Returns the files that a page needs at the start: the entry, its own modules, and their imports. */
  collectNeeds(sources: readonly string[]): PageNeeds
  /** Returns the files of a reading page: its styles, and the scripts of the reading entry instead of its own. */
  collectReadingNeeds(sources: readonly string[]): PageNeeds
  /** Returns the URL of a source file, such as a font. */
  file(source: string): string
}

interface PageNeeds {
  /** The scripts of the entry come first. */
  scripts: readonly string[]
  /** The styles of all modules, and the files they come from. */
  css: string
  styles: readonly string[]
  /**
   * Checks whether a script of the page, including the entry, contains this text in quotes, or a template that starts
   * like it. For a reading page, the scripts are the parts that the reading entry loads on demand.
   */
  mentions(text: string): boolean
}

export function readClientBuild(folder: string): BuiltClient {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const findEntry = (name: string) =>
    Object.entries(manifest).find(([source, { isEntry }]) => isEntry && source.includes(name))?.[1]
  const entry = findEntry('entry-client')
  const readingEntry = findEntry('entry-reading')
  if (!entry) throw new Error('the client build has no entry')
  /**
   * Imports come before the module, as when the browser loads the module later. So the styles of a page override those
   * of its imports.
   */
  const listWithImports = (chunk: Chunk): Chunk[] => [
    ...(chunk.imports ?? []).flatMap((name) => listWithImports(manifest[name]!)),
    chunk,
  ]
  const entryChunks = [entry, ...listWithImports(entry)]
  const findChunk = (source: string) => {
    const chunk = manifest[source]
    if (!chunk) throw new Error(`the client build has no ${source}`)
    return chunk
  }
  const needsBySources = new Map<string, PageNeeds>()
  let readingScripts: Pick<PageNeeds, 'scripts' | 'mentions'> | undefined // the same for all reading pages
  const readText = (file: string) => readFileSync(join(folder, file), 'utf8')
  const mentionChecks = new Map<string, (text: string) => boolean>()
  const createMentionCheckFor = (file: string) =>
    mentionChecks.getOrInsertComputed(file, () => createMentionCheck(readText(file)))
  return {
    file: (source) => '/' + findChunk(source).file,
    collectNeeds: getNeeds,
    collectReadingNeeds(sources) {
      const { css, styles } = getNeeds(sources)
      return { css, styles, ...(readingScripts ??= collectReadingScripts(readingEntry!)) }
    },
  }

  function collectReadingScripts(reading: Chunk): Pick<PageNeeds, 'scripts' | 'mentions'> {
    const parts = reading.dynamicImports!.flatMap((source) => listWithImports(findChunk(source)))
    const checks = parts.filter((chunk) => !entryChunks.includes(chunk)).map(({ file }) => createMentionCheckFor(file))
    return {
      scripts: [...new Set([reading, ...listWithImports(reading)])].map(({ file }) => '/' + file),
      mentions: (text) => checks.some((check) => check(text)),
    }
  }

  function getNeeds(sources: readonly string[]): PageNeeds {
    return needsBySources.getOrInsertComputed(sources.join(), () => collectNeeds(sources.map(findChunk)))
  }

  function collectNeeds(pageChunks: Chunk[]): PageNeeds {
    const chunks = [...new Set([...entryChunks, ...pageChunks.flatMap(listWithImports)])]
    const styles = [...new Set(chunks.flatMap(({ css = [] }) => css))]
    const checks = chunks.map(({ file }) => createMentionCheckFor(file))
    return {
      scripts: chunks.map(({ file }) => '/' + file),
      css: styles.map(readText).join(''),
      styles: styles.map((file) => '/' + file),
      mentions: (text) => checks.some((check) => check(text)),
    }
  }
}

function createMentionCheck(code: string): (text: string) => boolean {
  // Copies each match, because a part of a string keeps the whole string in memory.
  const findMatches = (pattern: RegExp) =>
    new Set(Array.from(code.matchAll(pattern), ([, match]) => Buffer.from(match!).toString()))
  const [quotedTexts, templateStarts] = [findMatches(/["'`]([\w.]+)(?=["'`])/g), findMatches(/`(\w+\.[\w.]*)\$\{/g)]
  return (text) => quotedTexts.has(text) || templateStarts.values().some((start) => text.startsWith(start))
}

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
  dynamicImports?: string[]
  isEntry?: boolean
}

/** Returns null if a later build has removed the file. */
function readIfExists(file: string): Buffer | null {
  try {
    return readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function listFiles(folder: string, subfolder = ''): string[] {
  return readdirSync(join(folder, subfolder)).flatMap((name) => {
    if (name.startsWith('.')) return []
    const path = subfolder + name
    return statSync(join(folder, path)).isDirectory() ? listFiles(folder, path + '/') : [path]
  })
}

const mediaTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}
