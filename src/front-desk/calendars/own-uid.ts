/** Returns the UID of one of our events. */
export const createOwnUid = (key: string, host: string): string => `selvage-${key}@${host}`

/** Returns whether an imported event is one of our own. */
export const isOwnUid = (uid: string, host: string): boolean => uid.startsWith('selvage-') && uid.endsWith(`@${host}`)
