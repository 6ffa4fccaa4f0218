// Replaces the source of one module in memory. `npm run mutation` preloads it into test processes; no file changes.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const { url, source } = JSON.parse(readFileSync(process.env.MUTANT, 'utf8'))
let isLoaded = false
registerHooks({
  load(loadedUrl, context, nextLoad) {
    if (loadedUrl !== url) return nextLoad(loadedUrl, context)
    isLoaded = true
    return { format: 'module-typescript', source, shortCircuit: true }
  },
})
process.on('exit', () => {
  if (!isLoaded) throw new Error(`No test loads ${url}`)
})
