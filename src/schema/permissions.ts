import type { Role } from './accounts.ts'

/** Permissions of signed-in users for their own data, and the roles that have them. */
const ownPermissions = {
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
  'export own data': ['member', 'staff', 'owner'],
  'close own account': ['member', 'staff', 'owner'],
  'enter the office': ['staff', 'owner'],
  'complete sign-in': ['staff', 'owner'],
  'set up own factors': ['staff', 'owner'],
  'manage staff': ['owner'],
  'manage webhooks': ['owner'],
  'see the status': ['owner'],
} as const satisfies Record<string, readonly Role[]>

/** Permissions that the owner can grant to staff roles. Owners have all of them. */
export const grantablePermissions = [
  'see bookings',
  'see money',
  'take money',
  'give money back',
  'answer requests',
  'run the desk',
  'reopen days',
  'clean rooms',
  'answer enquiries',
  'manage emails',
  'make quotations',
  'manage customers',
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

export type Grant = (typeof grantablePermissions)[number]
export type Permission = keyof typeof ownPermissions | Grant

/** The facts about a user that determine their permissions. */
export interface PermissionHolder {
  role: Role
  /** The permissions granted to the role of a member of staff. */
  grants?: readonly Grant[]
  /** Set during sign-in: a member of staff still has to use a second factor, or to set one up. */
  pendingStep?: 'confirm second factor' | 'set up second factor'
}

/**
 * The permissions before the second factor is used. With only the password, nobody can add a second factor to an
 * account that has one.
 */
const signInPermissions: Record<NonNullable<PermissionHolder['pendingStep']>, readonly Permission[]> = {
  'confirm second factor': ['sign out', 'complete sign-in'],
  'set up second factor': ['sign out', 'complete sign-in', 'set up own factors'],
}

export function hasPermission(account: PermissionHolder | null, permission: Permission): boolean {
  if (account === null || (account.pendingStep && !signInPermissions[account.pendingStep].includes(permission)))
    return false
  if (isGrant(permission))
    return account.role === 'owner' || (account.role === 'staff' && (account.grants ?? []).includes(permission))
  const roles: readonly Role[] = ownPermissions[permission]
  return roles.includes(account.role)
}

const isGrant = (permission: Permission): permission is Grant =>
  (grantablePermissions as readonly string[]).includes(permission)

/** Parses the stored grants of a role. Unknown ones are ignored. */
export const readGrants = (stored: string | null): Grant[] =>
  stored === null ? [] : ((JSON.parse(stored) as string[]).filter((name) => isGrant(name as Permission)) as Grant[])
