import { AdminError } from './admin-error.ts'
import { encodeRow, TableSummer, type Source, type TableStore, type TableSum } from './tables.ts'

/**
 * Replaces all rows of the target with those of the source. Then it reads the target again, and fails unless each table has
 * the same rows. Returns the sums of the tables.
 */
export async function copyRows(
  source: Source,
  target: TableStore,
  signal?: AbortSignal,
): Promise<Map<string, TableSum>> {
  const sums = new Map<string, TableSum>()
  await target.clear()
  for await (const { name, columns, batches } of source.readTables()) {
    const table = target.tables.find((candidate) => candidate.name === name)
    if (!table || [...table.columns].sort().join() !== [...columns].sort().join())
      throw new AdminError(`The table ${name} differs from the one of this version of the app.`)
    const summer = new TableSummer()
    for await (const rows of batches) {
      signal?.throwIfAborted()
      await target.insert({ ...table, columns }, rows)
      for (const row of rows) summer.add(encodeRow(row))
    }
    sums.set(name, summer.sum())
  }
  await target.finish()
  await compareRows(source, target, sums, signal)
  return sums
}

async function compareRows(
  source: Source,
  target: TableStore,
  sums: Map<string, TableSum>,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const table of target.tables) {
    const summer = new TableSummer()
    for await (const rows of target.read(table)) {
      signal?.throwIfAborted()
      for (const row of rows) summer.add(encodeRow(row))
    }
    const writtenSum = summer.sum()
    const expectedSums = [sums.get(table.name), ...(source.sums ? [source.sums.get(table.name)] : [])]
    for (const sum of expectedSums)
      if (sum?.rows !== writtenSum.rows || sum.checksum !== writtenSum.checksum)
        throw new AdminError(`The table ${table.name} has other rows after copying. Nothing was written.`)
  }
}
