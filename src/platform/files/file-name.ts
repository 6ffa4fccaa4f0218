import { endings, type FileType, type PictureFileType } from '../file-kinds.ts'

const allEndings = {
  ...endings,
  'image/webp': ['.webp'],
  'image/avif': ['.avif'],
  'image/gif': ['.gif'],
} satisfies Record<FileType | PictureFileType, readonly [string, ...string[]]>

const MAX_LENGTH = 120

/** No folders, nothing that is not seen or turns what is read around, and an ending that says what the file is. */
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

/** A name that ends with a dot or a blank is another one to some systems. */
function withoutDots(name: string): string {
  let end = name.length
  while (name[end - 1] === '.' || name[end - 1] === ' ') end--
  return name.slice(0, end)
}

/** No browser sends a longer one. */
const MAX_READ = 1_000

/** Controls, and marks that hide or turn round what stands beside them. Joiners stay: Bangla is written with them. */
const unseen =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g
