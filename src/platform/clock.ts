/** Now, in epoch milliseconds. Passed in, so that a test can stop and move it. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()

/** A moment as the clocks of a place show it, with their offset: 2027-01-04T09:00:00+06:00. For the server alone. */
export const isoMoment = (timeZone: string, atMs: number): string =>
  Temporal.Instant.fromEpochMilliseconds(atMs).toString({ timeZone, smallestUnit: 'second' })
