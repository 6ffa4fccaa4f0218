/** Money is reckoned in whole poisha, so that no sum is ever rounded. People, and the API, speak of BDT. */
const POISHA_OF_BDT = 100

export const bdtOf = (poisha: number): number => poisha / POISHA_OF_BDT

/** Whole poisha again, also of a sum that a float cannot say exactly. */
export const poishaOf = (bdt: number): number => Math.round(bdt * POISHA_OF_BDT)
