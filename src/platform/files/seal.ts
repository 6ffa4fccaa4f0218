import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sealer } from '../context.ts'

const KEY_BYTES = 32
const [IV_BYTES, TAG_BYTES] = [12, 16]

interface KeySource {
  /** 64 hexadecimal digits. */
  key: string | undefined
  /** The folder for a generated key. Null if several processes would each generate their own. */
  folder: string | null
}

/** Encrypts data so that the database alone does not reveal it. Null: there is no key that all processes share. */
export function openSealer({ key, folder }: KeySource): Sealer | null {
  if (key === undefined && folder === null) return null
  const getKey = createLazy(() => (key === undefined ? readOrCreateKey(folder!) : Buffer.from(key, 'hex')))
  return {
    seal(plain, about) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', getKey(), iv).setAAD(Buffer.from(about))
      return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    },
    open(sealedBytes, about) {
      const bytes = Buffer.from(sealedBytes)
      if (bytes.length < IV_BYTES + TAG_BYTES) return null
      const decipher = createDecipheriv('aes-256-gcm', getKey(), bytes.subarray(0, IV_BYTES))
      decipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(-TAG_BYTES))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
      } catch {
        return null
      }
    },
  }
}

/** Reads the key, or creates it on first use. If two processes create it at once, both use the first one. */
function readOrCreateKey(folder: string): Buffer {
  const keyFile = join(folder, 'seal.key')
  mkdirSync(folder, { recursive: true })
  try {
    writeFileSync(keyFile, randomBytes(KEY_BYTES).toString('hex') + '\n', { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = Buffer.from(readFileSync(keyFile, 'utf8').trim(), 'hex')
  if (key.length !== KEY_BYTES) throw new Error(`${keyFile} holds no key`)
  return key
}

function createLazy<Value>(make: () => Value): () => Value {
  let value: Value | undefined
  return () => (value ??= make())
}
