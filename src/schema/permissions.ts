import type { Role } from './accounts.ts'

/** What whoever has signed in may do with what is their own, each in a sentence, and who is granted it. */
const own = {
  'sign out': ['guest', 'member', 'staff', 'owner'],
  'book as a guest': ['guest', 'member', 'staff', 'owner'],
  'see own stays': ['guest', 'member', 'staff', 'owner'],
  'cancel own stays': ['guest', 'member', 'staff', 'owner'],
  'see own enquiries': ['guest', 'member', 'staff', 'owner'],
  'book as a member': ['member', 'staff', 'owner'],
  'see own profile': ['member', 'staff', 'owner'],
  'change own profile': ['member', 'staff', 'owner'],
  'change own password': ['member', 'staff', 'owner'],
  'see own sessions': ['member', 'staff', 'owner'],
  'end own sessions': ['member', 'staff', 'owner'],
  'take own data': ['member', 'staff', 'owner'],
  'close own account': ['member', 'staff', 'owner'],
  'enter the office': ['staff', 'owner'],
  'come in': ['staff', 'owner'],
  'set up own factors': ['staff', 'owner'],
  'manage staff': ['owner'],
  'manage webhooks': ['owner'],
} as const satisfies Record<string, readonly Role[]>

/** What people of the company may do beside that: granted to the roles that the owner edits. Owners may do all of it. */
export const grantable = [
  'see bookings',
  'see money',
  'take money',
  'give money back',
  'answer requests',
  'run the desk',
  'clean rooms',
  'answer enquiries',
  'look after letters',
  'make quotations',
  'change rooms',
  'change rates',
  'write content',
  'publish',
  'change settings',
  'see people',
  'manage people',
  'see the log',
  'see figures',
] as const

export type Grant = (typeof grantable)[number]
export type Permission = keyof typeof own | Grant

/** Who somebody is, as far as it counts for what they may do. */
export interface Entitled {
  role: Role
  /** Of people of the company: what their role is granted. */
  grants?: readonly Grant[]
  /** Somebody of the company who is still at the door: to show a second factor, or to set one up. */
  atDoor?: 'to prove' | 'to set up'
}

/** What is open to whoever is still at the door: with the password alone nobody gives themselves a second factor. */
const open: Record<NonNullable<Entitled['atDoor']>, readonly Permission[]> = {
  'to prove': ['sign out', 'come in'],
  'to set up': ['sign out', 'come in', 'set up own factors'],
}

export function may(account: Entitled | null, what: Permission): boolean {
  if (account === null || (account.atDoor && !open[account.atDoor].includes(what))) return false
  if (isGrant(what))
    return account.role === 'owner' || (account.role === 'staff' && (account.grants ?? []).includes(what))
  const roles: readonly Role[] = own[what]
  return roles.includes(account.role)
}

const isGrant = (what: Permission): what is Grant => (grantable as readonly string[]).includes(what)

/** The grants of a role as they are kept. A word that is none any more grants nothing. */
export const readGrants = (kept: string | null): Grant[] =>
  kept === null ? [] : ((JSON.parse(kept) as string[]).filter((each) => isGrant(each as Permission)) as Grant[])
