/**
 * Returns the ratio of the median durations of two functions. The functions take turns, so that other load affects both
 * equally. If the medians differ by more than `tolerance`, up to twice as many tries are made.
 */
export async function compareMedians(
  { tries, tolerance }: { tries: number; tolerance: number },
  subject: () => Promise<unknown>,
  baseline: () => Promise<unknown>,
): Promise<number> {
  const durations: [number[], number[]] = [[], []]
  const measureRatio = () => median(durations[0]) / median(durations[1])
  const isSimilar = () => Math.abs(Math.log(measureRatio())) < Math.log(1 + tolerance)
  for (const run of [subject, baseline]) await run()
  for (let runCount = 0; runCount < tries || (runCount < 2 * tries && !isSimilar()); runCount += 2) {
    const firstIndex = runCount % 4 === 0 ? 0 : 1
    for (const index of [firstIndex, 1 - firstIndex]) {
      const start = performance.now()
      await [subject, baseline][index]!()
      durations[index]!.push(performance.now() - start)
    }
  }
  return measureRatio()
}

function median(values: number[]): number {
  const sortedValues = values.toSorted((a, b) => a - b)
  return sortedValues[Math.floor(sortedValues.length / 2)]!
}
