import type { UnitCondition } from '#schema/bookings.ts'

/** Returns whether a guest can move into a unit in this condition. */
export const isReady = (condition: UnitCondition): boolean => condition === 'clean' || condition === 'inspected'
