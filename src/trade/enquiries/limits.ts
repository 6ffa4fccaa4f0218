import { MAX_LINES } from './basket/max-lines.ts'

/** The maximum sizes of an enquiry. The largest enquiry in Bangla still fits into one request. */
export const enquiryLimits = {
  lines: MAX_LINES,
  quantity: 40,
  notes: 400,
  message: 2_000,
  amount: 100_000_000,
  chosen: 20,
  choice: 120,
  pantone: 40,
  search: 80,
  certificate: 80,
}

/** The maximum number of files of an enquiry or a contact message, and the maximum size of each file. */
export const fileLimits = { enquiry: 5, message: 1, megabytes: 10 }

/**
 * The maximum size of the files of one answer. Most mail servers reject larger emails: an attachment grows by a third
 * in an email.
 */
export const MAX_ANSWER_MB = 15

/** Converts bytes to megabytes, rounded up to tenths. */
export const toMegabytes = (bytes: number): number => Math.ceil(bytes / 104_857.6) / 10

/** The units in which products are counted. */
export const quantityUnits = ['piece', 'gross', 'metre', 'cone'] as const
export type QuantityUnit = (typeof quantityUnits)[number]

/** The groups of the product list. Their names are labels, which staff can replace. */
export const productCategories = ['fasteners', 'sewing', 'labels', 'packing', 'other'] as const
export type ProductCategory = (typeof productCategories)[number]

/** The purposes of an enquiry line. */
export const purposes = ['sample', 'bulk', 'both'] as const
export type Purpose = (typeof purposes)[number]

/** The groups of options of a product. */
export const choiceNames = ['kinds', 'sizes', 'lengths', 'types', 'finishes', 'fittings', 'shades'] as const
export type ChoiceName = (typeof choiceNames)[number]
