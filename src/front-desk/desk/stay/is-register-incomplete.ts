import type { DeskRoom } from './contract.ts'

/** Returns whether a guest in house has no complete entry in the guest register. */
export const isRegisterIncomplete = ({ status, unregistered }: DeskRoom): boolean =>
  status === 'checked_in' && unregistered > 0
