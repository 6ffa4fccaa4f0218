/*
 * What a quotation may say and how much of it, in browsers as well.
 */

export const currencies = ['USD', 'BDT'] as const
export type Currency = (typeof currencies)[number]

/** In what trims are counted: a gross is twelve dozen, a great gross twelve gross. */
export const units = [
  'piece',
  'pair',
  'set',
  'dozen',
  'gross',
  'great_gross',
  'thousand',
  'yard',
  'metre',
  'roll',
  'cone',
  'kg',
] as const
export type Unit = (typeof units)[number]

/** Who bears the way, and from where on: as of 2020. */
export const incoterms = ['EXW', 'FCA', 'FAS', 'FOB', 'CFR', 'CIF', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP'] as const
export type Incoterm = (typeof incoterms)[number]

/** Whatever is multiplied and added within these stays a whole number that a browser can say exactly. */
export const most = {
  lines: 60,
  breaks: 6,
  charges: 10,
  quantity: 5_000_000,
  /** Of the currency, for a unit or once. */
  price: 100_000,
  charge: 1_000_000,
  decimals: 6,
  questions: 10,
} as const
