import { sandboxed } from '#platform/sandbox/sandbox.ts'
import type { Properties, SizeType, Wanted } from './decoder.ts'

/** The largest picture that is taken decodes to 200 MB, and its largest AVIF takes seconds. */
const read = sandboxed<{ bytes: Uint8Array; wanted: Wanted }, unknown>('picture', {
  cpuMs: 60_000,
  megabytes: 700,
  isNative: true,
})

/**
 * Headers have a process of their own: an upload does not wait for a picture that is being made. A header that needs long
 * to read is a bomb.
 */
const readHead = sandboxed<{ bytes: Uint8Array; wanted: Wanted }, unknown>('picture', {
  cpuMs: 10_000,
  megabytes: 300,
  isNative: true,
})

/** The size of a picture as its header says it, or null if it is no picture. Nothing is decoded. */
export const headOf = (bytes: Uint8Array): Promise<{ width: number; height: number } | null> =>
  readHead({ bytes, wanted: 'head' }).then(
    (head) => head as { width: number; height: number },
    () => null,
  )

/** A picture that decodes to its end, and its files. */
export interface Pixels extends Properties {
  original(): Promise<Buffer>
  size(width: number, type: SizeType): Promise<Buffer>
}
export type { SizeType } from './decoder.ts'

/** Throws if the picture cannot be decoded. */
export async function decode(bytes: Uint8Array): Promise<Pixels> {
  const properties = (await read({ bytes, wanted: 'properties' })) as Properties
  const file = async (wanted: Wanted) => Buffer.from((await read({ bytes, wanted })) as Uint8Array)
  return {
    ...properties,
    original: () => file('original'),
    size: (width, type) => file({ width, type }),
  }
}
