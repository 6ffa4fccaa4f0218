import type { Grant } from '#schema/permissions.ts'

/** The tabs of a stay, with the permissions that open them. One of the permissions is enough. */
export const stayTabs = {
  booking: ['see bookings', 'run the desk'],
  bill: ['see money'],
  stayGuests: ['see bookings', 'run the desk'],
  stayEmails: ['see bookings'],
  stayHistory: ['see bookings'],
} as const satisfies Record<string, readonly Grant[]>

export type StayTab = keyof typeof stayTabs
