/** Of which kind a file is, is told by how it begins: not by its name, nor by what is said of it. Runs in browsers too. */
export const fileTypes = ['application/pdf', 'image/png', 'image/jpeg'] as const
export type FileType = (typeof fileTypes)[number]

/** How many files a form takes, how large each may be, and of which kinds. */
export interface FileLimits {
  most: number
  bytes: number
  types: readonly (FileType | PictureFileType)[]
  /** What comes beside it in a day from one network, in kB, where it is more than from strangers. */
  dailyKb?: number
}

/** What the library of pictures takes beside; only the server tells these apart. */
export type PictureFileType = 'image/webp' | 'image/avif' | 'image/gif'

export const MB = 1024 * 1024

const beginnings: Record<FileType, readonly number[]> = {
  'application/pdf': [0x25, 0x50, 0x44, 0x46, 0x2d],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff],
}
export const BEGINNING_BYTES = 8

export const typeOfBytes = (first: Uint8Array): FileType | undefined =>
  fileTypes.find((type) => beginnings[type].every((byte, at) => first[at] === byte))

/** What a file of each kind may be called. */
export const endings: Record<FileType, readonly [string, ...string[]]> = {
  'application/pdf': ['.pdf'],
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
}
