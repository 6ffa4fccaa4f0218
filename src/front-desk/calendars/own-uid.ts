/** How our own events are called, wherever they turn up. */
export const ownUid = (which: string, host: string): string => `selvage-${which}@${host}`

/** Whether an event that somebody else tells is one that we told them. */
export const isOwnUid = (uid: string, host: string): boolean => uid.startsWith('selvage-') && uid.endsWith(`@${host}`)
