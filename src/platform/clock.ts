/** Now, in epoch milliseconds. Passed in, so that a test can stop and move it. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()
