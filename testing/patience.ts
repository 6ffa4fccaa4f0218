/*
 * Time limits in tests exist to stop hangs. `TEST_PATIENCE` multiplies them: a debugger or a very slow machine sets it
 * to 10.
 */

const scale = Number(process.env.TEST_PATIENCE ?? 1)

/** Returns a limit in milliseconds, scaled for this machine. */
export const scaleTimeout = (ms: number): number => ms * scale
