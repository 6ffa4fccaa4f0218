import type { OpenItems } from '../days.ts'

/**
 * The groups of open items that staff may carry over to the next day, with a reason. `expected`: arrivals that are
 * still expected. `unpaid`: balances without a guest in house. `unregistered`: guests without a complete entry in the
 * register. `cash`: cash that was not counted.
 */
export const carryOverGroups = ['expected', 'unpaid', 'unregistered', 'cash'] as const
export type CarryOverGroup = (typeof carryOverGroups)[number]

/** A group of open items at the closing of a day, as it is stored. */
export interface CarriedOverGroup {
  group: CarryOverGroup
  reason: string
  /** References, without names, because they outlive the personal data of a stay. */
  stays: string[]
}

/** Returns the groups with open items, each with the references of its stays. */
export function listGroupsToCarryOver(openItems: OpenItems): Omit<CarriedOverGroup, 'reason'>[] {
  const listCodes = (list: readonly { code: string }[]) => [...new Set(list.map(({ code }) => code))]
  const groups: Omit<CarriedOverGroup, 'reason'>[] = [
    { group: 'expected', stays: listCodes(openItems.expected) },
    { group: 'unpaid', stays: listCodes(openItems.owing.filter(({ why }) => why !== 'here')) },
    { group: 'unregistered', stays: listCodes(openItems.unregistered) },
  ]
  return [
    ...groups.filter(({ stays }) => stays.length > 0),
    ...(openItems.isCashUncounted ? [{ group: 'cash' as const, stays: [] }] : []),
  ]
}
