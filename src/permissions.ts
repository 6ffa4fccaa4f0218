import type { Role } from './tables/accounts.ts'

/** What whoever has signed in may do, each in a sentence, and the roles that are granted it. */
const granted = {
  'sign out': ['guest', 'member', 'staff', 'owner'],
  'book as a guest': ['guest', 'member', 'staff', 'owner'],
  'see own stays': ['guest', 'member', 'staff', 'owner'],
  'cancel own stays': ['guest', 'member', 'staff', 'owner'],
  'book as a member': ['member', 'staff', 'owner'],
  'see own profile': ['member', 'staff', 'owner'],
  'change own profile': ['member', 'staff', 'owner'],
  'change own password': ['member', 'staff', 'owner'],
  'see own sessions': ['member', 'staff', 'owner'],
  'end own sessions': ['member', 'staff', 'owner'],
  'take own data': ['member', 'staff', 'owner'],
  'close own account': ['member', 'staff', 'owner'],
  'answer requests': ['staff', 'owner'],
  'answer enquiries': ['staff', 'owner'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof granted

export function may(account: { role: Role } | null, what: Permission): boolean {
  const roles: readonly Role[] = granted[what]
  return account !== null && roles.includes(account.role)
}
