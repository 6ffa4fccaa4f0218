// Builds dist/: the pictures in all sizes, the scripts and styles for browsers, the server with its pages, and the list of
// its packages.
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { writeBillOfMaterials } from './bill-of-materials.mjs'
import { findBrokenBudgets } from './budgets.mjs'
import { makePictures } from './pictures.mjs'

process.env.NODE_ENV = 'production'
const root = fileURLToPath(new URL('..', import.meta.url))

try {
  await makePictures({ root })
  const { createBuilder } = await import('vite')
  const builder = await createBuilder({ root, configLoader: 'native', logLevel: 'warn' })
  await builder.buildApp()
  writeBillOfMaterials(root)
  const brokenBudgets = findBrokenBudgets(root)
  for (const line of brokenBudgets) console.error(line)
  if (brokenBudgets.length) process.exitCode = 1
} catch (error) {
  console.error(process.stderr.isTTY ? error.message : stripVTControlCharacters(error.message))
  process.exitCode = 1
}
