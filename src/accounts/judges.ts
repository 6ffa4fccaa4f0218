import type { Clock } from '../platform/clock.ts'
import type { Judges } from '../platform/contract.ts'
import type { Database } from '../platform/database/database.ts'
import type { FieldSentences } from '../platform/errors.ts'
import type { CountCall } from '../platform/http/rate-limit.ts'
import type { Tries } from '../platform/http/attempts.ts'
import type { accountsContract } from './contract.ts'
import { allFaultsOfMember } from './member-faults.ts'
import { judgeChange, judgeReset } from './password-change.ts'
import { judgeProfile } from './profile.ts'

interface House {
  db: Database
  clock: Clock
  tries: Tries
  countCall: CountCall
}

/** What else is wrong with a form of which some field is not even what it should be. */
export const accountsJudges = (house: House): Judges<typeof accountsContract> => ({
  userLogin: faultsOfClaim,
  userRegister: (member, asker) => allFaultsOfMember(house, asker, member),
  register: (member, asker) => allFaultsOfMember(house, asker, member),
  resetPassword: async (form) => (await judgeReset(house, form)).faults,
  updatePassword: async (form, asker) => (await judgeChange(house, asker, form)).faults,
  updateBookingUser: (changed, asker) => judgeProfile(house, asker, changed),
})

/** Whoever signs in says who they are, in one of two ways. */
export const faultsOfClaim = ({
  username,
  email,
}: {
  username?: string | undefined
  email?: string | undefined
}): FieldSentences =>
  username || email ? {} : { [email === undefined ? 'username' : 'email']: [{ key: 'error.required' }] }
