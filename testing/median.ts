/**
 * Returns the ratio of the median durations of two functions. The functions take turns, so that other load affects both
 * equally. If the medians differ by more than `within`, up to twice as many tries are made.
 */
export async function ratioOfMedians(
  { tries, within }: { tries: number; within: number },
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<number> {
  const took: [number[], number[]] = [[], []]
  const ratio = () => median(took[0]) / median(took[1])
  const isAlike = () => Math.abs(Math.log(ratio())) < Math.log(1 + within)
  for (const ask of [one, other]) await ask()
  for (let made = 0; made < tries || (made < 2 * tries && !isAlike()); made += 2) {
    const first = made % 4 === 0 ? 0 : 1
    for (const which of [first, 1 - first]) {
      const start = performance.now()
      await [one, other][which]!()
      took[which]!.push(performance.now() - start)
    }
  }
  return ratio()
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}
