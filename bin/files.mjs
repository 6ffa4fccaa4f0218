import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const CODE_FOLDERS = ['src', 'testing', 'e2e', 'bench', 'bin', 'seed']

/** Lists the code files of a checkout, relative to its root. */
export const listCode = (root) => listFiles(root, CODE_FOLDERS).filter((path) => /\.(ts|tsx|mjs)$/.test(path))

/** Lists the source files of the product, without tests. */
export const listProductCode = (root) =>
  listCode(root).filter((path) => /^src\/.*\.tsx?$/.test(path) && !/\.(test|soak)\.tsx?$/.test(path))

/** Lists the documents of a checkout. */
export const listDocuments = (root) =>
  listFiles(root, ['docs', 'decisions', '.']).filter((path) => path.endsWith('.md'))

/** Lists the files and subfolders in folders, at any depth. For the root folder `.`, lists only its direct contents. */
export function listFiles(root, folders) {
  const listNames = (folder) => readdirSync(join(root, folder), { recursive: folder !== '.' })
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => listNames(folder).map((name) => join(folder, name).replaceAll('\\', '/')))
    .sort()
}
