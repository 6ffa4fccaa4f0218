import { findPackageJSON } from 'node:module'
import { dirname, sep } from 'node:path'

/** The folder of the house, wherever in it this code lies: in src, or as it was built. */
export const root = dirname(findPackageJSON(import.meta.url)!) + sep
