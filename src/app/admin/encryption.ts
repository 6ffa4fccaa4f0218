import { randomBytes } from 'node:crypto'
import type { Sealer } from '#platform/context.ts'
import { openSealer } from '#platform/files/seal.ts'
import { AdminError } from './admin-error.ts'

const MAGIC = Buffer.from('selvage encrypted backup 1\n')
const ID_BYTES = 16
const CHUNK_BYTES = 256 * 1024
/** The initialisation vector and the tag of AES-256-GCM. */
const OVERHEAD_BYTES = 28
const HEADER_BYTES = MAGIC.length + ID_BYTES + OVERHEAD_BYTES

/**
 * Encrypts a stream in chunks. Each chunk authenticates the file, its position and whether it is the last one, so chunks
 * cannot be removed, exchanged or appended. The header contains an empty sealed text that shows whether a key fits.
 */
export async function* encrypt(plainChunks: AsyncIterable<Buffer>, key: string): AsyncGenerator<Buffer> {
  const sealer = createSealer(key)
  const id = randomBytes(ID_BYTES)
  yield Buffer.concat([MAGIC, id, sealer.seal(Buffer.alloc(0), getHeaderContext(id))])
  let position = 0
  for await (const { chunk, isLast } of splitIntoChunks(plainChunks, CHUNK_BYTES))
    yield Buffer.from(sealer.seal(chunk, getChunkContext(id, position++, isLast)))
}

/** Decrypts the output of `encrypt`. Throws an AdminError if the key is missing or wrong, or if a byte has changed. */
export async function* decrypt(sealedChunks: AsyncIterable<Buffer>, key: string | undefined): AsyncGenerator<Buffer> {
  if (key === undefined) throw new AdminError('The backup is encrypted. Set BACKUP_KEY to its key.')
  const sealer = createSealer(key)
  let id: Buffer | undefined
  let position = 0
  const chunks = splitIntoChunks(sealedChunks, CHUNK_BYTES + OVERHEAD_BYTES, HEADER_BYTES)
  for await (const { chunk, isLast } of chunks) {
    if (id === undefined) {
      id = chunk.subarray(MAGIC.length, MAGIC.length + ID_BYTES)
      if (chunk.length < HEADER_BYTES) throw createDamagedError()
      const openedHeader = sealer.open(chunk.subarray(MAGIC.length + ID_BYTES), getHeaderContext(id))
      if (openedHeader === null) throw new AdminError('BACKUP_KEY is not the key of this backup.')
      if (isLast) throw createDamagedError()
      continue
    }
    const openedChunk = sealer.open(chunk, getChunkContext(id, position++, isLast))
    if (openedChunk === null) throw createDamagedError()
    yield Buffer.from(openedChunk)
  }
}

export const isEncrypted = (firstBytes: Buffer): boolean => firstBytes.subarray(0, MAGIC.length).equals(MAGIC)

export const createDamagedError = (options?: ErrorOptions): AdminError =>
  new AdminError('The backup is damaged or incomplete.', options)

const createSealer = (key: string): Sealer => openSealer({ key, folder: null })!
const getHeaderContext = (id: Buffer) => `backup ${id.toString('hex')}`
const getChunkContext = (id: Buffer, position: number, isLast: boolean) =>
  `${getHeaderContext(id)} ${position}${isLast ? ' end' : ''}`

/** Splits a stream into chunks of equal size. Only the first and the last chunk may differ. */
async function* splitIntoChunks(stream: AsyncIterable<Buffer>, size: number, firstSize = size) {
  let pendingBuffers: Buffer[] = []
  let availableBytes = 0
  let wantedSize = firstSize
  for await (const part of stream) {
    pendingBuffers.push(part)
    availableBytes += part.length
    // One more byte shows that the chunk is not the last one.
    if (availableBytes <= wantedSize) continue
    let rest = Buffer.concat(pendingBuffers)
    for (; rest.length > wantedSize; wantedSize = size) {
      yield { chunk: rest.subarray(0, wantedSize), isLast: false }
      rest = rest.subarray(wantedSize)
    }
    pendingBuffers = [rest]
    availableBytes = rest.length
  }
  yield { chunk: Buffer.concat(pendingBuffers), isLast: true }
}
