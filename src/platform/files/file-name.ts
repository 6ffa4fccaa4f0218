import { endings, type FileType, type PictureFileType } from '../file-kinds.ts'

const allEndings = {
  ...endings,
  'image/webp': ['.webp'],
  'image/avif': ['.avif'],
  'image/gif': ['.gif'],
} satisfies Record<FileType | PictureFileType, readonly [string, ...string[]]>

const MAX_LENGTH = 120

/** Removes folders, invisible characters and direction marks, and adds the extension of the type. */
export function cleanFileName(sent: string, type: FileType | PictureFileType): string {
  const plain = sent
    .slice(-MAX_READ)
    .toWellFormed()
    .normalize('NFC')
    .replace(/^.*[/\\]/s, '')
    .replace(unseen, '')
    .replace(/[<>:"|?*\s]+/g, ' ')
    .replace(/^[. ]+/, '')
  const [usual, ...others]: readonly [string, ...string[]] = allEndings[type]
  const ending = [usual, ...others].find((each) => plain.toLowerCase().endsWith(each)) ?? ''
  const stem = Array.from(plain.slice(0, plain.length - ending.length))
  const last = ending ? plain.slice(-ending.length) : usual
  return (withoutDots(stem.slice(0, MAX_LENGTH - last.length).join('')) || 'file') + last
}

/** Some systems drop a trailing dot or space, so two names could become equal. */
function withoutDots(name: string): string {
  let end = name.length
  while (name[end - 1] === '.' || name[end - 1] === ' ') end--
  return name.slice(0, end)
}

/** Browsers send no longer names. */
const MAX_READ = 1_000

/** Control characters, and marks that hide or reverse neighbouring text. Joiners stay: Bangla needs them. */
const unseen =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g
