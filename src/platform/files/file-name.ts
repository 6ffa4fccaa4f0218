import { fileExtensions, type FileType, type PictureFileType } from '../file-kinds.ts'

const allExtensions = {
  ...fileExtensions,
  'image/webp': ['.webp'],
  'image/avif': ['.avif'],
  'image/gif': ['.gif'],
} satisfies Record<FileType | PictureFileType, readonly [string, ...string[]]>

const MAX_NAME_LENGTH = 120

/**
 * Returns a name without folders, invisible characters and direction marks, shortened if needed. Adds the extension of
 * the type if it is missing.
 */
export function cleanFileName(originalName: string, type: FileType | PictureFileType): string {
  const plainName = originalName
    .slice(-MAX_INPUT_LENGTH)
    .toWellFormed()
    .normalize('NFC')
    .replace(/^.*[/\\]/s, '')
    .replace(invisiblePattern, '')
    .replace(/[<>:"|?*\s]+/g, ' ')
    .replace(/^[. ]+/, '')
  const [defaultExtension, ...alternatives]: readonly [string, ...string[]] = allExtensions[type]
  const extension = [defaultExtension, ...alternatives].find((each) => plainName.toLowerCase().endsWith(each)) ?? ''
  const stemCharacters = Array.from(plainName.slice(0, plainName.length - extension.length))
  const suffix = extension ? plainName.slice(-extension.length) : defaultExtension
  return (trimTrailingDots(stemCharacters.slice(0, MAX_NAME_LENGTH - suffix.length).join('')) || 'file') + suffix
}

/** Removes dots and spaces from the end of a name. Some systems drop them, so two names could become equal. */
function trimTrailingDots(name: string): string {
  let end = name.length
  while (name[end - 1] === '.' || name[end - 1] === ' ') end--
  return name.slice(0, end)
}

/** The number of characters that are read from the end of an uploaded name. Browsers do not send longer names. */
const MAX_INPUT_LENGTH = 1_000

/** Control characters, and marks that hide or reverse neighbouring text. Joiners stay: Bangla needs them. */
const invisiblePattern =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g
