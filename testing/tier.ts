/**
 * The tier of this run (docs/testing.md). `gate` is `npm test`, `all` is `npm run test:all`, `soak` is `npm run soak`.
 * Files run by hand, without the runner, belong to the gate.
 */
export const tier = readTier(process.env.TEST_TIER ?? 'gate')

/** Picks the size of a test for the tier of this run: fewer rounds in the gate, many in the soak. */
export const valueForTier = <T>(sizes: { gate: T; all: T; soak: T }): T => sizes[tier]

function readTier(name: string): 'gate' | 'all' | 'soak' {
  if (name === 'gate' || name === 'all' || name === 'soak') return name
  throw new Error(`TEST_TIER must be gate, all or soak, not ${name}`)
}
