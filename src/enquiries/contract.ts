import { z } from 'zod'
import type { Client, Contract } from '../platform/contract.ts'
import { count, email, line, paragraphs, phone, requiredLine } from '../platform/http/fields.ts'
import { pictureShape } from '../platform/pictures.ts'
import type { WordKey } from '../words/words.ts'
import { most } from './limits.ts'

const product = z.object({ slug: z.string(), name: z.string(), summary: z.string(), picture: pictureShape })

const productDetails = product.extend({
  description: z.string().describe('Paragraphs, parted by an empty line'),
  specification: z.object({
    materials: z.array(z.string()),
    sizes: z.array(z.string()),
    finishes: z.array(z.string()),
    minimum_order: z.string(),
    lead_time: z.string(),
    sample_policy: z.string(),
  }),
})

const enquiryLine = z.object({
  product: requiredLine(200).describe('Its slug'),
  quantity: line(most.quantity).optional().describe('In words: 5,000 pcs'),
  notes: paragraphs(most.notes).optional(),
})

const website = () => line(200).optional().describe('Left empty by people')

export const enquiriesContract = {
  getCaptcha: {
    summary: 'A sum to solve before writing: single use, for one hour',
    input: z.object({}),
    answer: z.object({ captcha_token: z.string(), first: z.int(), second: z.int(), lasts_seconds: z.int() }),
    who: 'anyone',
    fresh: true,
  },
  sendContact: {
    summary: 'Write to the company',
    input: z.object({
      name: requiredLine(100),
      email: email(),
      subject: line(200).optional(),
      message: paragraphs(5_000).optional(),
      captcha_token: line(200),
      captcha: count(0, 1_000),
      website: website(),
    }),
    answer: z.object({ message: z.string() }),
    who: 'anyone',
    keyed: 'The captcha_token: a letter that is sent again under it, unchanged, is the one that came already.',
    limit: { bucket: 'contact', times: 20, seconds: 3600 },
  },
  getProducts: {
    summary: 'Every product that is offered',
    input: z.object({}),
    answer: z.object({ data: z.array(product) }),
    who: 'anyone',
  },
  getProductDetails: {
    summary: 'One product with its specification',
    input: z.object({ slug: line(200) }),
    answer: productDetails,
    who: 'anyone',
  },
  sendEnquiry: {
    summary: 'Ask for samples or a quotation of some products',
    input: z.object({
      company: requiredLine(120),
      name: requiredLine(100),
      email: email(),
      phone: phone().or(z.literal('')).optional(),
      lines: z
        .array(enquiryLine)
        .min(1, 'error.enquiry_empty' satisfies WordKey)
        .max(most.lines),
      message: paragraphs(most.message).optional(),
      website: website(),
    }),
    answer: z.object({ reference: z.string() }),
    who: 'anyone',
    keyed: true,
    limit: { bucket: 'enquiry', times: 20, seconds: 3600 },
  },
} satisfies Contract

export type Captcha = z.infer<typeof enquiriesContract.getCaptcha.answer>
export type EnquiriesApi = Client<typeof enquiriesContract>
export type Product = z.infer<typeof product>
export type ProductDetails = z.infer<typeof productDetails>
