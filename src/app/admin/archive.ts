import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream'
import { pipeline as pipelineDone } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { AdminError } from './admin-error.ts'
import { createDamagedError, decrypt, encrypt, isEncrypted } from './encryption.ts'
import {
  getBatchSize,
  decodeRow,
  encodeRow,
  TableSummer,
  type Row,
  type Source,
  type TableRows,
  type TableSum,
} from './tables.ts'

// A backup is a compressed file of JSON lines. It begins with the manifest and ends with the sums of the tables. Each
// table has a line with its columns and a line per row. See decisions/0061-backups.md.
const FORMAT_VERSION = 1
const manifestSchema = z.object({
  selvage_backup: z.int(),
  taken_at: z.string(),
  schema: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
})
const tableSchema = z.object({ table: z.string(), columns: z.array(z.string()) })
const endSchema = z.object({
  tables: z.record(z.string(), z.object({ rows: z.int(), checksum: z.string() })),
  sha256: z.string(),
})

export interface Manifest {
  takenAt: string
  /** The last migration. */
  schema: string
  tables: Map<string, TableSum>
}

export interface ArchiveTarget {
  file: string
  /** Without it, the archive is not encrypted. */
  key: string | undefined
  /** Whether to replace an existing file. */
  force: boolean
}

/** Writes a source into an archive. The file gets its name when it is complete and on the disk. */
export async function writeArchive(
  source: Source,
  target: ArchiveTarget,
  takenAt: number,
  signal?: AbortSignal,
): Promise<Manifest> {
  checkTarget(target)
  const manifest: Manifest = {
    takenAt: new Date(takenAt).toISOString(),
    schema: source.migrations.at(-1)?.name ?? '',
    tables: new Map(),
  }
  const { file, key } = target
  const unfinishedFile = `${file}.${randomBytes(4).toString('hex')}.partial`
  const output = createWriteStream(unfinishedFile, { flags: 'wx', mode: 0o600, flush: true })
  const options = signal ? { signal } : {}
  try {
    const lines = writeLines(source, manifest)
    await (key === undefined
      ? pipelineDone(lines, createGzip(), output, options)
      : pipelineDone(lines, createGzip(), (plain) => encrypt(plain, key), output, options))
    checkTarget(target)
    await rename(unfinishedFile, file)
  } catch (error) {
    await rm(unfinishedFile, { force: true })
    throw signal?.aborted ? signal.reason : error
  }
  await syncFolder(dirname(file))
  return manifest
}

/** Fails if the file exists and may not be replaced. */
export function checkTarget({ file, force }: ArchiveTarget): void {
  if (!force && existsSync(file)) throw new AdminError(`${file} exists. "--force" replaces it.`)
}

/** Makes a new or renamed file of the folder durable. Windows does not need it, and cannot do it. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function* writeLines(source: Source, { takenAt, schema, tables }: Manifest): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const addToHash = (text: string) => {
    hash.update(text)
    return text
  }
  yield addToHash(toLine({ selvage_backup: FORMAT_VERSION, taken_at: takenAt, schema, migrations: source.migrations }))
  for await (const { name, columns, batches } of source.readTables()) {
    yield addToHash(toLine({ table: name, columns }))
    const tableSummer = new TableSummer()
    for await (const rows of batches) {
      const lines = rows.map(encodeRow)
      for (const line of lines) tableSummer.add(line)
      yield addToHash(lines.map((line) => `${line}\n`).join(''))
    }
    tables.set(name, tableSummer.sum())
  }
  yield toLine({ tables: Object.fromEntries(tables), sha256: hash.digest('hex') })
}

const toLine = (value: object) => JSON.stringify(value) + '\n'

/** Reads an archive once and checks it completely. The returned source reads it again. */
export async function openArchive(
  file: string,
  key: string | undefined,
): Promise<{ manifest: Manifest; source: Source }> {
  const hash = createHash('sha256')
  const sums = new Map<string, TableSum>()
  let manifestRecord: z.infer<typeof manifestSchema> | undefined
  let endRecord: z.infer<typeof endSchema> | undefined
  let currentTable: { name: string; summer: TableSummer } | undefined
  const closeTable = () => currentTable && sums.set(currentTable.name, currentTable.summer.sum())
  for await (const line of readLines(file, key)) {
    if (endRecord) throw createDamagedError()
    if (manifestRecord === undefined) manifestRecord = parseManifest(line)
    else if (line.startsWith('[')) {
      if (!currentTable) throw createDamagedError()
      currentTable.summer.add(line)
    } else if (line.startsWith('{"table"')) {
      closeTable()
      currentTable = { name: parse(tableSchema, line).table, summer: new TableSummer() }
    } else {
      closeTable()
      endRecord = parse(endSchema, line)
      if (endRecord.sha256 !== hash.digest('hex')) throw createDamagedError()
      continue
    }
    hash.update(`${line}\n`)
  }
  if (!manifestRecord || !endRecord || !areSumsEqual(sums, new Map(Object.entries(endRecord.tables))))
    throw createDamagedError()
  return {
    manifest: { takenAt: manifestRecord.taken_at, schema: manifestRecord.schema, tables: sums },
    source: { migrations: manifestRecord.migrations, sums, readTables: () => readTables(file, key) },
  }
}

const areSumsEqual = (a: Map<string, TableSum>, b: Map<string, TableSum>) =>
  a.size === b.size &&
  [...a].every(([name, { rows, checksum }]) => b.get(name)?.rows === rows && b.get(name)?.checksum === checksum)

function parseManifest(line: string): z.infer<typeof manifestSchema> {
  const manifest = parse(manifestSchema, line)
  if (manifest.selvage_backup > FORMAT_VERSION)
    throw new AdminError('The backup was made by a newer version of the app. Restore it with that version.')
  return manifest
}

function parse<Schema extends z.ZodType>(schema: Schema, line: string): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(line))
  } catch (cause) {
    throw createDamagedError({ cause })
  }
}

async function* readTables(file: string, key: string | undefined): AsyncGenerator<TableRows> {
  const lines = readLines(file, key)
  try {
    let currentLine = await lines.next()
    while (!currentLine.done) {
      if (currentLine.value.startsWith('{"table"')) {
        const { table, columns } = parse(tableSchema, currentLine.value)
        yield { name: table, columns, batches: readRows() }
      } else {
        currentLine = await lines.next()
      }
    }

    async function* readRows(): AsyncGenerator<Row[]> {
      let batch: Row[] = []
      for (;;) {
        currentLine = await lines.next()
        if (currentLine.done || !currentLine.value.startsWith('[')) break
        const row = decodeRow(currentLine.value)
        batch.push(row)
        if (batch.length < getBatchSize({ hasBytes: row.some((value) => value instanceof Uint8Array) })) continue
        yield batch
        batch = []
      }
      if (batch.length > 0) yield batch
    }
  } finally {
    await lines.return(undefined)
  }
}

async function* readLines(file: string, key: string | undefined): AsyncGenerator<string> {
  const firstBytes = await readBeginning(file)
  const isFileEncrypted = isEncrypted(firstBytes)
  const isGzip = firstBytes[0] === 0x1f && firstBytes[1] === 0x8b
  if (!isFileEncrypted && !isGzip) throw new AdminError(`${file} is not a backup of this app, or it is damaged.`)
  if (!isFileEncrypted && key !== undefined)
    throw new AdminError('The backup is not encrypted, but BACKUP_KEY is set. Unset BACKUP_KEY if you trust the file.')
  const fileStream = createReadStream(file)
  const ignore = () => {} // the iteration below throws the error
  const plainBytes = isFileEncrypted
    ? pipeline(fileStream, (sealed: AsyncIterable<Buffer>) => decrypt(sealed, key), createGunzip(), ignore)
    : pipeline(fileStream, createGunzip(), ignore)
  let unfinishedLine = ''
  try {
    for await (const text of plainBytes.setEncoding('utf8') as AsyncIterable<string>) {
      if (!text.includes('\n')) {
        unfinishedLine += text
        continue
      }
      const lines = (unfinishedLine + text).split('\n')
      unfinishedLine = lines.pop()!
      yield* lines
    }
  } catch (error) {
    throw String((error as NodeJS.ErrnoException).code).startsWith('Z_') ? createDamagedError({ cause: error }) : error
  }
  if (unfinishedLine !== '') throw createDamagedError()
}

async function readBeginning(file: string): Promise<Buffer> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new AdminError(error.code === 'ENOENT' ? `There is no file ${file}.` : error.message, { cause: error })
  })
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
