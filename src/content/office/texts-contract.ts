import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, line, paragraphs, requiredLine } from '#platform/http/fields.ts'
import { pictureShape } from '#platform/pictures.ts'
import { MAX_PASSAGES, passagePages } from '../passage-places.ts'

const number = (min = 1) => count(min, 2_147_483_647)
const passage = z.object({
  id: z.string().describe('Its page and its key'),
  page: z.enum(passagePages),
  has_text: z.boolean().describe('Some are a title alone'),
  in_place: z.boolean().describe('Whether its page has a place for it: then it is neither moved nor removed'),
  version: z.int(),
  title_en: z.string(),
  title_bn: z.string(),
  text_en: z.string(),
  text_bn: z.string(),
  picture: z.string().describe('The name of the chosen one; empty for that of the website, if it has one'),
  has_picture: z.boolean().describe('Whether there is room for one beside it'),
  shown: pictureShape.nullable(),
})
const passageFields = {
  title_en: requiredLine(120),
  title_bn: line(120),
  text_en: paragraphs(5_000),
  text_bn: paragraphs(5_000),
  picture: line(200).describe('Its name, or empty'),
}
const category = z.object({
  id: z.int(),
  path: z.string().nullable().describe('Where it is read, if it has a page'),
  version: z.int(),
  title_en: z.string(),
  title_bn: z.string(),
  intro_en: z.string(),
  intro_bn: z.string(),
})
const texts = z.object({
  passages: z.array(passage),
  orders: z.object({ home: z.int(), service: z.int() }).describe('The version of the order of each page'),
  categories: z.array(category),
})
const label = z.object({
  key: z.string(),
  version: z.int().describe('0 while it was never worded otherwise'),
  product_en: z.string(),
  product_bn: z.string(),
  own_en: z.string().describe('Empty where it is said as it comes with the product'),
  own_bn: z.string(),
})
const labels = z.object({ data: z.array(label), more: z.string().nullable(), all: z.int() })

export const textsContract = {
  getTexts: {
    summary: 'The passages of the pages, and the categories of posts',
    input: z.object({}),
    answer: texts,
    who: 'write content',
  },
  getPassage: {
    summary: 'One passage of a page',
    input: z.object({ id: requiredLine(130) }),
    answer: passage,
    who: 'write content',
  },
  savePassage: {
    summary: 'Writes a passage anew; readers see it at once',
    input: z.object({ id: requiredLine(130), version: number(), ...passageFields }),
    answer: passage,
    who: 'publish',
  },
  addPassage: {
    summary: 'A new passage behind the others of its page; readers see it at once',
    input: z.object({ page: z.enum(passagePages), ...passageFields }),
    answer: passage,
    who: 'publish',
  },
  removePassage: {
    summary: 'Takes a passage away that has no place of its own; readers see it at once',
    input: z.object({ id: requiredLine(130), version: number() }),
    answer: z.object({}),
    who: 'publish',
  },
  orderPassages: {
    summary: 'Puts the passages of a page that have no place of their own into another order',
    input: z.object({
      page: z.enum(passagePages),
      version: number(),
      ids: z.array(requiredLine(130)).max(MAX_PASSAGES).describe('All of them'),
    }),
    answer: texts,
    who: 'publish',
  },
  getCategoryText: {
    summary: 'What a category of posts is called, and how its page begins',
    input: z.object({ id: number() }),
    answer: category,
    who: 'write content',
  },
  saveCategoryText: {
    summary: 'Says it anew; readers see it at once',
    input: z.object({
      id: number(),
      version: number(),
      title_en: requiredLine(80),
      title_bn: line(80),
      intro_en: line(400),
      intro_bn: line(400),
    }),
    answer: category,
    who: 'publish',
  },
  getLabels: {
    summary: 'The words of pages, letters and refusals, by key, in English or in Bangla, a page at a time',
    input: z.object({
      words: line(80).optional(),
      own: count(0, 1).optional().describe('1: those alone that the company says otherwise'),
      after: line(100).optional(),
    }),
    answer: labels,
    who: 'write content',
  },
  getLabel: {
    summary: 'A word of the site, and the own one in its place',
    input: z.object({ key: requiredLine(100) }),
    answer: label,
    who: 'write content',
  },
  saveLabel: {
    summary: 'Says a word in the company’s way, or, where it is empty, again as it comes with the product',
    input: z.object({ key: requiredLine(100), version: number(0), own_en: line(600), own_bn: line(600) }),
    answer: label,
    who: 'publish',
  },
} satisfies Contract

export type TextsApi = Client<typeof textsContract>
export type OfficePassage = z.infer<typeof passage>
export type OfficeCategory = z.infer<typeof category>
export type OfficeLabel = z.infer<typeof label>
export type OfficeLabels = z.infer<typeof labels>
export type OfficeTexts = z.infer<typeof texts>
