export const fileTypes = ['application/pdf', 'image/png', 'image/jpeg'] as const
export type FileType = (typeof fileTypes)[number]

/** The number, size and types of files that a form accepts. */
export interface FileLimits {
  maxCount: number
  bytes: number
  types: readonly (FileType | PictureFileType)[]
  /** The daily limit per caller in kB, if it is higher than the default. */
  dailyKb?: number
}

/** Additional types for the media library. Only the server can detect them. */
export type PictureFileType = 'image/webp' | 'image/avif' | 'image/gif'

export const MB = 1024 * 1024

const signatures: Record<FileType, readonly number[]> = {
  'application/pdf': [0x25, 0x50, 0x44, 0x46, 0x2d],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff],
}
export const SIGNATURE_BYTES = 8

/** Detects the file type from the first bytes. The name and the declared type are ignored. Runs in browsers too. */
export const detectFileType = (firstBytes: Uint8Array): FileType | undefined =>
  fileTypes.find((type) => signatures[type].every((byte, index) => firstBytes[index] === byte))

/** The file name extensions of each type. The first one is the default. */
export const fileExtensions: Record<FileType, readonly [string, ...string[]]> = {
  'application/pdf': ['.pdf'],
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
}
