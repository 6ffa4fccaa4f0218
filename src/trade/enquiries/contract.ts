import { z } from 'zod'
import type { Client, Contract, GivenFile } from '#platform/contract.ts'
import { fileTypes, MB } from '#platform/file-kinds.ts'
import { count, day, email, line, paragraphs, phone, requiredLine } from '#platform/http/fields.ts'
import { pictureShape } from '#platform/pictures.ts'
import type { Events } from '#platform/work/events.ts'
import { languages } from '#routes/public.ts'
import type { MessageKey } from '#locales/translator.ts'
import { most, maxFiles, purposes, units } from './limits.ts'

const choice = z.object({ value: z.string(), name: z.string() })

const choices = z.object({
  units: z.array(z.enum(units)).describe('In what it is counted, the usual way first'),
  sizes: z.array(choice).describe('`value` is what an enquiry says, `name` what a reader sees'),
  finishes: z.array(choice),
  shades: z.array(choice),
})

const product = z.object({ slug: z.string(), name: z.string(), summary: z.string(), picture: pictureShape })
const productToChoose = product.extend({ choices: choices.optional().describe('Where they are asked for') })

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

const choiceValues = () => z.array(z.string()).optional()

/** Values chosen from the options of the product. */
const chosenValues = () => z.array(requiredLine(most.choice)).max(most.chosen).optional()

const enquiryLine = z.object({
  product: requiredLine(200).describe('Its slug'),
  quantity: line(most.quantity).optional().describe('In words, where there is no number: 5,000 pcs'),
  notes: paragraphs(most.notes).optional(),
  amount: count(1, most.amount).optional(),
  unit: z.enum(units).optional().describe('One of the product; its first, if left out'),
  needed_by: day().optional().describe('YYYY-MM-DD, today or later'),
  purpose: z.enum(purposes).optional(),
  sizes: chosenValues(),
  finishes: chosenValues(),
  shades: chosenValues(),
})

/** An enquiry line as it was sent. */
export const storedLine = z.object({
  product: z.string(),
  quantity: z.string().describe('In words, where there is no amount'),
  notes: z.string(),
  amount: z.int().nullable(),
  unit: z.enum(units).nullable(),
  purpose: z.enum(purposes).nullable(),
  needed_by: z.iso.date().nullable(),
  chosen: z.object({ sizes: choiceValues(), finishes: choiceValues(), shades: choiceValues() }),
})

export const storedFiles = z
  .array(z.object({ name: z.string(), type: z.string(), bytes: z.int() }))
  .describe('The first is number 1')

const ownEnquiry = z.object({
  code: z.string(),
  company: z.string(),
  asked_at: z.iso.datetime(),
  answered: z.boolean(),
  lines: z.array(storedLine),
  files: storedFiles,
})

const enquiryEventData = z.object({ code: z.string(), company: z.string(), asked_at: z.iso.datetime() })

/** Webhook events about enquiries. They include no attached files. */
export const enquiryEvents = {
  'enquiry.received': {
    summary: 'A buyer asks for samples or a quotation',
    data: enquiryEventData.extend({
      lines: z.array(storedLine),
      notes: z.string().describe('What they wrote beside it'),
      name: z.string(),
      email: z.string(),
      phone: z.string(),
      language: z.enum(languages).describe('In which they wrote'),
    }),
  },
  'enquiry.answered': {
    summary: 'It was answered for the first time: by letter, by a quotation, or as somebody of the house has said',
    data: enquiryEventData,
  },
} satisfies Events

const files = (number: number) => ({ most: number, bytes: maxFiles.megabytes * MB, types: fileTypes })

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
    files: files(maxFiles.letter),
    limit: { bucket: 'contact', times: 20, seconds: 3600 },
  },
  getProducts: {
    summary: 'Every product that is offered; with 1 for choices also what can be chosen of each',
    input: z.object({ choices: count(0, 1).optional() }),
    answer: z.object({ data: z.array(productToChoose) }),
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
        .min(1, 'error.enquiry_empty' satisfies MessageKey)
        .max(most.lines),
      message: paragraphs(most.message).optional(),
      website: website(),
    }),
    answer: z.object({ reference: z.string() }),
    who: 'anyone',
    keyed: true,
    files: files(maxFiles.enquiry),
    limit: { bucket: 'enquiry', times: 20, seconds: 3600 },
  },
  getOwnEnquiries: {
    summary: "The asker's enquiries of late, newest first",
    input: z.object({}),
    answer: z.object({ data: z.array(ownEnquiry) }),
    who: 'see own enquiries',
  },
  getAttachment: {
    summary: 'A file that came with an enquiry, or with a letter to the company',
    input: z.object({
      enquiry: line(20).optional().describe('The reference of the enquiry'),
      letter: count(1, 2 ** 31 - 1)
        .optional()
        .describe('The number of the letter: for those who answer'),
      file: count(1, 10_000).describe('Which of its files'),
    }),
    answer: z.custom<GivenFile>(),
    who: 'see own enquiries',
    file: 'sent',
  },
} satisfies Contract

export type Captcha = z.infer<typeof enquiriesContract.getCaptcha.answer>
export type EnquiriesApi = Client<typeof enquiriesContract>
export type Product = z.infer<typeof product>
export type ProductToChoose = z.infer<typeof productToChoose>
export type OwnEnquiry = z.infer<typeof ownEnquiry>
export type ProductDetails = z.infer<typeof productDetails>
