import { z } from 'zod'
import type { Client, Contract, StreamedFile } from '#platform/contract.ts'
import { fileTypes, MB } from '#platform/file-kinds.ts'
import { count, day, email, line, paragraphs, phone, requiredLine } from '#platform/http/fields.ts'
import { pictureSchema } from '#platform/pictures.ts'
import type { Events } from '#platform/events.ts'
import { languages } from '#routes/public.ts'
import type { MessageKey } from '#locales/translator.ts'
import { enquiryLimits, fileLimits, productCategories, purposes, quantityUnits } from './limits.ts'

const choice = z.object({ value: z.string(), name: z.string() })

const choices = z.object({
  units: z.array(z.enum(quantityUnits)).describe('The units of quantity; the usual one comes first'),
  kinds: z.array(choice).describe('Types of the product, such as metal or nylon coil'),
  sizes: z.array(choice).describe('`value` is the name in the API, `name` the label for visitors'),
  lengths: z.array(choice),
  types: z.array(choice).describe('Constructions, such as ends, holes and folds'),
  finishes: z.array(choice),
  fittings: z.array(choice).describe('Sliders, pullers, hooks, marks and other parts'),
  shades: z.array(choice),
})

const cardShade = choice.extend({ colour: z.string().describe('The sRGB value, for screens only') })
const swatchColours = z.array(z.string().nullable())

const facts = z.object({
  category: z.enum(productCategories),
  minimum: z
    .object({ quantity: z.int(), unit: z.enum(quantityUnits) })
    .nullable()
    .describe('The smallest order'),
  lead_days: z.object({ from: z.int(), to: z.int() }).nullable().describe('The lead time of an order, in days'),
  certificates: z
    .array(z.object({ name: z.string(), number: z.string(), valid_until: z.iso.date().nullable() }))
    .describe('The certificates that are valid today'),
})

const product = z.object({ slug: z.string(), name: z.string(), summary: z.string(), picture: pictureSchema })
const listedProduct = product.extend({
  choices: choices.optional().describe('Only if choices were requested'),
  facts: facts.optional().describe('Only if facts were requested'),
})

/** The filters of the product list. Each value is the English name. */
const productFilters = {
  search: line(enquiryLimits.search).optional().describe('Words in the texts of the product, in either language'),
  category: z.enum(productCategories).optional(),
  material: line(200).optional(),
  finish: line(enquiryLimits.choice).optional(),
  certificate: line(enquiryLimits.certificate).optional().describe('The name of a certificate that is valid today'),
}

const filterChoices = z.object({
  categories: z.array(z.enum(productCategories)),
  certificates: z.array(choice),
  materials: z.array(choice),
  finishes: z.array(choice),
})

const productDetails = product.extend({
  description: z.string().describe('Paragraphs, separated by an empty line'),
  specification: z.object({
    materials: z.array(z.string()),
    sizes: z.array(z.string()),
    finishes: z.array(z.string()),
    minimum_order: z.string(),
    lead_time: z.string(),
    sample_policy: z.string(),
  }),
  measures: z
    .array(z.object({ label: z.string(), value: z.string() }))
    .describe('The measurements of the specification: a label and its value'),
  facts,
  choices,
  swatches: z
    .object({
      finishes: swatchColours,
      shades: swatchColours,
      card: z.array(cardShade).describe('Shades of the colour card; none if the product has no shades'),
    })
    .describe('The screen colours of the options, in their order; null if a name is not a colour'),
})

const choiceValues = () => z.array(z.string()).optional()

/** Values chosen from the options of the product. */
const chosenValues = () => z.array(requiredLine(enquiryLimits.choice)).max(enquiryLimits.chosen).optional()

const enquiryLine = z.object({
  product: requiredLine(200).describe('The slug of the product'),
  quantity: line(enquiryLimits.quantity).optional().describe('A quantity as text, instead of a number: 5,000 pcs'),
  notes: paragraphs(enquiryLimits.notes).optional(),
  pantone: line(enquiryLimits.pantone)
    .optional()
    .describe('A Pantone colour, such as 19-4052 TCX or 286 C. Known codes are stored in the usual form'),
  amount: count(1, enquiryLimits.amount).optional(),
  unit: z.enum(quantityUnits).optional().describe('A unit of the product; its first one by default'),
  needed_by: day().optional().describe('YYYY-MM-DD, today or later'),
  purpose: z.enum(purposes).optional(),
  kinds: chosenValues(),
  sizes: chosenValues(),
  lengths: chosenValues(),
  types: chosenValues(),
  finishes: chosenValues(),
  fittings: chosenValues(),
  shades: chosenValues().describe('Shades of the product, or codes of the colour card such as SG-07'),
})

/** An enquiry line as it was sent. */
export const storedLine = z.object({
  product: z.string(),
  quantity: z.string().describe('The quantity as text, if there is no number'),
  notes: z.string(),
  amount: z.int().nullable(),
  unit: z.enum(quantityUnits).nullable(),
  purpose: z.enum(purposes).nullable(),
  needed_by: z.iso.date().nullable(),
  pantone: z.string().describe('A Pantone colour, or empty'),
  chosen: z.object({
    kinds: choiceValues(),
    sizes: choiceValues(),
    lengths: choiceValues(),
    types: choiceValues(),
    finishes: choiceValues(),
    fittings: choiceValues(),
    shades: choiceValues(),
  }),
})

export const storedFiles = z
  .array(
    z.object({
      number: z.int().describe('The number of the file in its enquiry or message'),
      name: z.string(),
      type: z.string(),
      bytes: z.int(),
    }),
  )
  .describe('In the order of their numbers')

const enquiryEventData = z.object({ code: z.string(), company: z.string(), asked_at: z.iso.datetime() })

/** Webhook events about enquiries. They include no attached files. */
export const enquiryEvents = {
  'enquiry.received': {
    summary: 'A buyer requested samples or a quotation',
    data: enquiryEventData.extend({
      lines: z.array(storedLine),
      notes: z.string().describe('The message of the buyer'),
      name: z.string(),
      email: z.string(),
      phone: z.string(),
      language: z.enum(languages).describe('The language of the buyer'),
    }),
  },
  'enquiry.answered': {
    summary: 'An enquiry got its first response: by email, by quotation, or marked by staff',
    data: enquiryEventData,
  },
} satisfies Events

export const attachedFiles = (maxCount: number) => ({
  maxCount,
  bytes: fileLimits.megabytes * MB,
  types: fileTypes,
})

const website = () => line(200).optional().describe('A hidden field that people leave empty')

export const enquiriesContract = {
  getCaptcha: {
    summary: 'Returns a captcha: an arithmetic question that is valid once, for one hour',
    input: z.object({}),
    response: z.object({ captcha_token: z.string(), first: z.int(), second: z.int(), lasts_seconds: z.int() }),
    who: 'anyone',
    fresh: true,
  },
  sendContact: {
    summary: 'Sends a message to the company',
    input: z.object({
      name: requiredLine(100),
      email: email(),
      subject: line(200).optional(),
      message: paragraphs(5_000).optional(),
      captcha_token: line(200),
      captcha: count(0, 1_000),
      website: website(),
    }),
    response: z.object({ message: z.string() }),
    who: 'anyone',
    keyed: 'The captcha_token. A repeated request with the same token and content is stored only once.',
    files: attachedFiles(fileLimits.message),
    limit: { bucket: 'contact', times: 20, seconds: 3600 },
  },
  getProducts: {
    summary: 'Lists the offered products, or those that match all filters',
    input: z.object({
      choices: count(0, 1).optional().describe('1 includes the options of each product for enquiries'),
      facts: count(0, 1).optional().describe('1 includes the facts of each product, and the filters'),
      ...productFilters,
    }),
    response: z.object({
      data: z.array(listedProduct),
      filters: filterChoices
        .optional()
        .describe('Only if facts were requested. Materials and finishes only for a narrowed list'),
    }),
    who: 'anyone',
  },
  getProductDetails: {
    summary: 'Returns one product with its specification',
    input: z.object({
      slug: line(200),
      shade: line(20).optional().describe('A code of the colour card that the response includes'),
    }),
    response: productDetails,
    who: 'anyone',
  },
  getColourCard: {
    summary: 'Lists the shades of the colour card',
    input: z.object({}),
    response: z.object({ data: z.array(cardShade) }),
    who: 'anyone',
  },
  sendEnquiry: {
    summary: 'Requests samples or a quotation for products',
    input: z.object({
      company: requiredLine(120),
      name: requiredLine(100),
      email: email(),
      phone: phone().or(z.literal('')).optional(),
      lines: z
        .array(enquiryLine)
        .min(1, 'error.enquiry_empty' satisfies MessageKey)
        .max(enquiryLimits.lines),
      message: paragraphs(enquiryLimits.message).optional(),
      website: website(),
    }),
    response: z.object({ reference: z.string() }),
    who: 'anyone',
    keyed: true,
    files: attachedFiles(fileLimits.enquiry),
    limit: { bucket: 'enquiry', times: 20, seconds: 3600 },
  },
  getAttachment: {
    summary: 'Returns a file that was attached to an enquiry or to a message to the company',
    input: z.object({
      enquiry: line(20).optional().describe('The reference of the enquiry'),
      message: count(1, 2 ** 31 - 1)
        .optional()
        .describe('The ID of the message, for staff who answer'),
      file: count(1, 10_000).describe('The number of the file'),
    }),
    response: z.custom<StreamedFile>(),
    who: 'see own enquiries',
    file: 'sent',
  },
} satisfies Contract

export type Captcha = z.infer<typeof enquiriesContract.getCaptcha.response>
export type EnquiriesApi = Client<typeof enquiriesContract>
export type Product = z.infer<typeof product>
export type Facts = z.infer<typeof facts>
export type ListedProduct = z.infer<typeof listedProduct>
export type FilterChoices = z.infer<typeof filterChoices>
export type StoredFile = z.infer<typeof storedFiles>[number]
export type ProductDetails = z.infer<typeof productDetails>
export type CardShade = z.infer<typeof cardShade>
