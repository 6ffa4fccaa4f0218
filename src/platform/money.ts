/** Amounts are computed in whole poisha, so that sums are never rounded. The UI and the API use BDT. */
const POISHA_PER_BDT = 100

export const poishaToBdt = (poisha: number): number => poisha / POISHA_PER_BDT

/** Returns whole poisha, also for a sum that a float cannot represent exactly. */
export const toPoisha = (bdt: number): number => Math.round(bdt * POISHA_PER_BDT)

/** Formats an amount as a decimal text for other programs: 120050 becomes 1200.50. */
export function formatDecimal(poisha: number): string {
  const digits = String(poisha).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Parses a decimal text into whole poisha without floats. Returns undefined for invalid text. */
export function parsePoisha(decimal: string): number | undefined {
  const [, bdt, fraction = ''] = /^(0|[1-9]\d{0,9})(?:\.(\d{1,2}))?$/.exec(decimal) ?? []
  return bdt === undefined ? undefined : Number(bdt) * POISHA_PER_BDT + Number(fraction.padEnd(2, '0'))
}
