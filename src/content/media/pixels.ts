import { createSandbox } from '#platform/sandbox/sandbox.ts'
import type { PictureProperties, SizeType, DecodeRequest } from './decoder.ts'

/**
 * Decodes and encodes pictures. The limits suffice for the largest accepted picture, which decodes to 200 MB and whose
 * largest AVIF file takes seconds.
 */
const runDecoder = createSandbox<{ bytes: Uint8Array; request: DecodeRequest }, unknown>('picture', {
  cpuMs: 60_000,
  megabytes: 700,
  isNative: true,
})

/**
 * Reads headers in a separate process, so that an upload does not wait for a picture in progress. A header that takes
 * long is an attack.
 */
const runHeaderReader = createSandbox<{ bytes: Uint8Array; request: DecodeRequest }, unknown>('picture', {
  cpuMs: 10_000,
  megabytes: 300,
  isNative: true,
})

/** Reads the size of a picture from its header without decoding. Returns null if the file is no picture. */
export const readHeader = (bytes: Uint8Array): Promise<{ width: number; height: number } | null> =>
  runHeaderReader({ bytes, request: 'head' }).then(
    (head) => head as { width: number; height: number },
    () => null,
  )

/** A completely decoded picture that can encode its files. */
export interface DecodedPicture extends PictureProperties {
  original(): Promise<Buffer>
  size(width: number, type: SizeType): Promise<Buffer>
}
export type { SizeType } from './decoder.ts'

/** Decodes a picture. Throws if that fails. */
export async function decode(bytes: Uint8Array): Promise<DecodedPicture> {
  const properties = (await runDecoder({ bytes, request: 'properties' })) as PictureProperties
  const encode = async (request: DecodeRequest) => Buffer.from((await runDecoder({ bytes, request })) as Uint8Array)
  return {
    ...properties,
    original: () => encode('original'),
    size: (width, type) => encode({ width, type }),
  }
}
