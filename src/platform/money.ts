/*
 * Amounts are computed in whole minor units (poisha, or cents of USD), so that sums are exact. The UI and the API use
 * the major units, BDT and USD. Both have a hundred minor units.
 */

const MINOR_PER_MAJOR = 100

export const minorToMajor = (minor: number): number => minor / MINOR_PER_MAJOR
/** Returns whole minor units, also for a sum that a float cannot represent exactly. */
export const majorToMinor = (major: number): number => Math.round(major * MINOR_PER_MAJOR)

export const poishaToBdt = (poisha: number): number => minorToMajor(poisha)
export const bdtToPoisha = (bdt: number): number => majorToMinor(bdt)

/** Rounds to two decimals, because sums of floats are inexact. */
export const roundToTwoDecimals = (value: number): number => minorToMajor(majorToMinor(value))

export const hasWholePoisha = (bdt: number): boolean => Math.abs(bdt * MINOR_PER_MAJOR - bdtToPoisha(bdt)) < 1e-6

/** A tax rate is stored in basis points, hundredths of a percent. */
export const basisPointsToPercent = (basisPoints: number): number => basisPoints / 100
export const percentToBasisPoints = (percent: number): number => Math.round(percent * 100)

/** Formats an amount as a decimal text for other programs: 120050 becomes 1200.50. */
export function formatDecimal(poisha: number): string {
  const digits = String(poisha).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Parses a decimal text into whole poisha without floats. Returns undefined for invalid text. */
export function parsePoisha(decimal: string): number | undefined {
  const [, bdt, fraction = ''] = /^(0|[1-9]\d{0,9})(?:\.(\d{1,2}))?$/.exec(decimal) ?? []
  return bdt === undefined ? undefined : Number(bdt) * MINOR_PER_MAJOR + Number(fraction.padEnd(2, '0'))
}
