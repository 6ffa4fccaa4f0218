import { keep, storage } from '#platform/storage.ts'

/** What the browser was given at its last sign-ins, by whomever: sent with the next, it passes the pause after what others tried. */
export const deviceTokens = (): string => storage('localStorage')?.getItem('device') ?? ''

/** Kept beyond the session. */
export function keepDeviceToken(token: string): void {
  const others = deviceTokens()
    .split(' ')
    .filter((each) => each && each !== token)
  keep('localStorage', 'device', [token, ...others].slice(0, 3).join(' '))
}
