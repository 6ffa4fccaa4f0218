import { accessSync, constants, mkdirSync } from 'node:fs'

/** Creates the data folder if necessary. Returns why it cannot be used, or null. */
export function prepareDataFolder(folder: string): string | null {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return null
  } catch {
    return `Cannot write to the data folder ${folder}: give this user write access, or set DATA_DIR to another folder.`
  }
}
