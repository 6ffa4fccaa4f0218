/** The parts of the system, in the order of the page. */
export const statusParts = ['backup', 'disk', 'jobs', 'emails', 'certificate', 'clock', 'database', 'app'] as const
export type StatusPart = (typeof statusParts)[number]

/** The most urgent state first. */
export const partStates = ['problem', 'warning', 'unknown', 'ok'] as const
export type PartState = (typeof partStates)[number]
