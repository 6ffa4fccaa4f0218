import type { Database } from '#platform/database/database.ts'
import { listChecks, MAX_FINDINGS } from './checks.ts'

/** Checks the invariants of the stored data and prints the result of each. Returns whether there are no violations. */
export async function runDoctor(db: Database, print: (line: string) => void): Promise<boolean> {
  let isHealthy = true
  for (const { name, find } of listChecks(db)) {
    const findings = await find(db)
    print(`${findings.length === 0 ? '✔' : '✖'} ${name}`)
    for (const finding of findings) print(`    ${finding}`)
    if (findings.length === MAX_FINDINGS) print(`    There may be more: only ${MAX_FINDINGS} are listed.`)
    if (findings.length > 0) isHealthy = false
  }
  return isHealthy
}
