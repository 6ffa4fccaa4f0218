/* Options and limits of quotations. Runs in browsers too. */

export const currencies = ['USD', 'BDT'] as const
export type Currency = (typeof currencies)[number]

/** The units for trims. A gross is twelve dozen and a great gross is twelve gross. */
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

/** The delivery terms of Incoterms 2020. */
export const incoterms = ['EXW', 'FCA', 'FAS', 'FOB', 'CFR', 'CIF', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP'] as const
export type Incoterm = (typeof incoterms)[number]

/** The maximum values. Within these limits, JavaScript numbers represent all totals exactly. */
export const quotationLimits = {
  lines: 60,
  breaks: 6,
  charges: 10,
  quantity: 5_000_000,
  /** The maximum price of an item, in the currency of the quotation. `charge` is the maximum of a charge. */
  price: 100_000,
  charge: 1_000_000,
  decimals: 6,
  questions: 10,
} as const
