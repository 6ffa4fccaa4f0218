import { findPackageJSON } from 'node:module'
import { dirname, sep } from 'node:path'

/** The project folder, both from src and from the build. */
export const projectRoot = dirname(findPackageJSON(import.meta.url)!) + sep

/** The folder with the SQL files of the schema. */
export const migrationsFolder = projectRoot + 'migrations'

/** The folder of the built product. */
export const distFolder = projectRoot + 'dist/'
