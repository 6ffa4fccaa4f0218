import { saveToStorage, getStorage } from '#platform/storage.ts'

/**
 * Reads the device tokens of the latest sign-ins in this browser. The next sign-in sends them and so skips the wait
 * caused by other people's attempts.
 */
export const readDeviceTokens = (): string => getStorage('localStorage')?.getItem('device') ?? ''

/** Stores the token of this device. The token outlives the session. */
export function storeDeviceToken(token: string): void {
  const otherTokens = readDeviceTokens()
    .split(' ')
    .filter((each) => each && each !== token)
  saveToStorage('localStorage', 'device', [token, ...otherTokens].slice(0, 3).join(' '))
}
