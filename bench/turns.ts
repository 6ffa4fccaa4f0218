/**
 * Runs several measurements in turns, so that other load on the machine affects all equally. Every second turn runs in
 * reverse order, because the first run of a turn has an advantage. The results are in the order of the turns.
 */
export async function runInTurns<Name extends string, Result>(
  turnCount: number,
  runs: Record<Name, () => Promise<Result>>,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(runs) as Name[]
  const results = Object.fromEntries(names.map((name) => [name, [] as Result[]])) as Record<Name, Result[]>
  for (let turn = 0; turn < turnCount; turn++) {
    for (const name of turn % 2 === 0 ? names : names.toReversed()) results[name].push(await runs[name]())
  }
  return results
}

/** Returns how often `work` finishes per second while `clientCount` concurrent loops repeat it, each at least once. */
export async function countTimesPerSecond(
  seconds: number,
  clientCount: number,
  work: (client: number) => unknown,
): Promise<number> {
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1000
  let doneCount = 0
  await Promise.all(
    Array.from({ length: clientCount }, async (_, client) => {
      do {
        await work(client)
        doneCount++
      } while (performance.now() < endsAt)
    }),
  )
  return doneCount / ((performance.now() - startedAt) / 1000)
}
