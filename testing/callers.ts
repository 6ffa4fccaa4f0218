import type { TestApp } from './test-app.ts'
import { HOUR_MS } from '#platform/durations.ts'

/** All kinds of callers, by their token. */
export const callers = [
  'visitor',
  'junk token',
  'guest',
  'member',
  'other member',
  'staff',
  'owner',
  'expired',
  'suspended',
] as const
export type Caller = (typeof callers)[number]

/** The expected status for each person, in this order. */
export type ExpectedStatuses = NumberForEach<typeof callers>
type NumberForEach<All extends readonly unknown[]> = { readonly [At in keyof All]: number }

export async function signInAllCallers(app: TestApp): Promise<Record<Caller, string>> {
  for (const username of ['late', 'other', 'shut'])
    await app.call('userRegister', {
      name: username,
      email: `${username}@buyer.example`,
      username,
      password: 'a long password',
      password_confirmation: 'a long password',
    })
  const signIn = async (username: string) =>
    (await app.call('userLogin', { username, password: 'a long password' })).body.access_token as string
  const expiredToken = await signIn('late')
  app.clock.advance(13 * HOUR_MS)
  const suspendedToken = await signIn('shut')
  await app.db.updateTable('account').set({ suspended_at: app.clock.now }).where('username', '=', 'shut').execute()
  return {
    visitor: undefined as never,
    'junk token': 'x'.repeat(43),
    guest: await app.newGuest(),
    member: await app.signIn('anna'),
    'other member': await signIn('other'),
    staff: await app.signIn('staff'),
    owner: await app.signIn('owner'),
    expired: expiredToken,
    suspended: suspendedToken,
  }
}
