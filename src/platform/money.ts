/** Money is reckoned in whole poisha, so that no sum is ever rounded. People, and the API, speak of BDT. */
const POISHA_OF_BDT = 100

export const bdtOf = (poisha: number): number => poisha / POISHA_OF_BDT

/** Whole poisha again, also of a sum that a float cannot say exactly. */
export const poishaOf = (bdt: number): number => Math.round(bdt * POISHA_OF_BDT)

/** As programs write BDT for one another: 120050 as 1200.50. */
export function decimalOf(poisha: number): string {
  const digits = String(poisha).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Such a text in whole poisha, without a float in between; undefined for whatever else it is. */
export function poishaIn(decimal: string): number | undefined {
  const [, bdt, rest = ''] = /^(0|[1-9]\d{0,9})(?:\.(\d{1,2}))?$/.exec(decimal) ?? []
  return bdt === undefined ? undefined : Number(bdt) * POISHA_OF_BDT + Number(rest.padEnd(2, '0'))
}
