/** An error that the administrator can correct. The command prints its message without a stack trace. */
export class AdminError extends Error {}
