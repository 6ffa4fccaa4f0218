/** For `catch`: returns null if the user may not see the data. */
export function nullIfForbidden(error: unknown): null {
  if (error instanceof Error && 'status' in error && error.status === 403) return null
  throw error
}
