import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, line, paragraphs, requiredLine, slugLine } from '#platform/http/fields.ts'
import { pictureSchema } from '#platform/pictures.ts'
import { enquiryLimits, productCategories, quantityUnits } from '../limits.ts'

const positiveInteger = () => count(1, 2_147_483_647)
const createPairsSchema = (maxLength: number, max: number) =>
  z.array(z.object({ en: requiredLine(maxLength), bn: line(maxLength) })).max(max)
const createLinesSchema = () => createPairsSchema(200, 20)
const createChoicesSchema = () => createPairsSchema(enquiryLimits.choice, 60)
const textPairs = z.array(z.object({ en: z.string(), bn: z.string() }))

const productFields = {
  picture: requiredLine(200).describe('The name of a picture in the library'),
  name_en: requiredLine(80),
  name_bn: line(80),
  summary_en: requiredLine(240),
  summary_bn: line(240),
  description_en: paragraphs(4_000).min(1).describe('Paragraphs, separated by an empty line'),
  description_bn: paragraphs(4_000),
  materials: createLinesSchema(),
  sizes: createLinesSchema(),
  finishes: createLinesSchema(),
  measures: createLinesSchema().describe('The rows of the specification: a label, a colon and the value'),
  category: z.enum(productCategories),
  minimum_quantity: count(1, enquiryLimits.amount).nullable().describe('The smallest order'),
  minimum_unit: z.enum(quantityUnits).nullable().describe('A unit of the product'),
  minimum_order_en: line(200),
  minimum_order_bn: line(200),
  lead_from_days: count(1, 365).nullable().describe('The shortest lead time'),
  lead_to_days: count(1, 365).nullable().describe('The longest lead time'),
  lead_time_en: line(200),
  lead_time_bn: line(200),
  sample_policy_en: line(300),
  sample_policy_bn: line(300),
  certificates: z.array(positiveInteger()).max(30).describe('The IDs of its certificates'),
  units: z
    .array(z.enum(quantityUnits))
    .min(1)
    .max(quantityUnits.length)
    .describe('The units of quantity; the usual one comes first'),
  choice_kinds: createChoicesSchema().describe('The choices for enquiries'),
  choice_sizes: createChoicesSchema(),
  choice_lengths: createChoicesSchema(),
  choice_types: createChoicesSchema(),
  choice_finishes: createChoicesSchema(),
  choice_fittings: createChoicesSchema(),
  choice_shades: createChoicesSchema(),
  active: z.boolean().describe('Whether visitors see the product and can enquire about it'),
}
const product = z.object({
  id: z.int(),
  version: z.int(),
  slug: z.string(),
  picture: z.string(),
  shown: pictureSchema.nullable(),
  name_en: z.string(),
  name_bn: z.string(),
  summary_en: z.string(),
  summary_bn: z.string(),
  description_en: z.string(),
  description_bn: z.string(),
  materials: textPairs,
  sizes: textPairs,
  finishes: textPairs,
  measures: textPairs,
  category: z.enum(productCategories),
  minimum_quantity: z.int().nullable(),
  minimum_unit: z.enum(quantityUnits).nullable(),
  minimum_order_en: z.string(),
  minimum_order_bn: z.string(),
  lead_from_days: z.int().nullable(),
  lead_to_days: z.int().nullable(),
  lead_time_en: z.string(),
  lead_time_bn: z.string(),
  sample_policy_en: z.string(),
  sample_policy_bn: z.string(),
  certificates: z.array(z.int()),
  units: z.array(z.enum(quantityUnits)),
  choice_kinds: textPairs,
  choice_sizes: textPairs,
  choice_lengths: textPairs,
  choice_types: textPairs,
  choice_finishes: textPairs,
  choice_fittings: textPairs,
  choice_shades: textPairs,
  active: z.boolean(),
})
const products = z.object({
  version: z.int().describe('The version of the order'),
  data: z.array(
    z.object({
      id: z.int(),
      slug: z.string(),
      name_en: z.string(),
      name_bn: z.string(),
      summary_en: z.string(),
      summary_bn: z.string(),
      shown: pictureSchema.nullable(),
      active: z.boolean(),
      expired_certificates: z.array(z.string()).describe('The names of its certificates that visitors no longer see'),
    }),
  ),
})

export const productsOfficeContract = {
  getOfficeProducts: {
    summary: 'Lists all products in order, including hidden ones',
    input: z.object({}),
    response: products,
    who: 'write content',
  },
  getOfficeProduct: {
    summary: 'Returns one product with its specification in both languages',
    input: z.object({ id: positiveInteger() }),
    response: product,
    who: 'write content',
  },
  addProduct: {
    summary: 'Adds a product at the end. A visible product requires the permission to publish',
    input: z.object({
      slug: slugLine(60),
      ...productFields,
    }),
    response: product,
    who: 'write content',
  },
  saveProduct: {
    summary: 'Updates a product. A visible product requires the permission to publish',
    input: z.object({ id: positiveInteger(), version: positiveInteger(), ...productFields }),
    response: product,
    who: 'write content',
  },
  orderProducts: {
    summary: 'Changes the order of the products',
    input: z.object({
      version: positiveInteger(),
      ids: z.array(positiveInteger()).max(500).describe('The IDs of all products in the new order'),
    }),
    response: products,
    who: 'write content',
  },
} satisfies Contract

export type ProductsOfficeApi = Client<typeof productsOfficeContract>
export type OfficeProduct = z.infer<typeof product>
export type OfficeProducts = z.infer<typeof products>
