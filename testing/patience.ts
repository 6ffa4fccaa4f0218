/**
 * Time limits in tests exist only to stop hangs; no verdict depends on them. `TEST_PATIENCE` multiplies every limit:
 * a debugger or a very slow machine sets it to 10.
 */
const scale = Number(process.env.TEST_PATIENCE ?? 1)

/** Returns a limit in milliseconds, scaled for this machine. */
export const patience = (ms: number): number => ms * scale
