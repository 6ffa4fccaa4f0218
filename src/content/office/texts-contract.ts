import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, line, paragraphs, requiredLine } from '#platform/http/fields.ts'
import { pictureSchema } from '#platform/pictures.ts'
import { MAX_PASSAGES, passagePages } from '../fixed-passages.ts'

const number = (min = 1) => count(min, 2_147_483_647)
const passage = z.object({
  id: z.string().describe('The page and the key of the passage'),
  page: z.enum(passagePages),
  has_text: z.boolean().describe('Whether the passage has a text; some have only a title'),
  in_place: z
    .boolean()
    .describe('Whether the passage has a fixed place on its page. It cannot be moved or deleted then'),
  version: z.int(),
  title_en: z.string(),
  title_bn: z.string(),
  text_en: z.string(),
  text_bn: z.string(),
  picture: z.string().describe('The name of the selected picture; empty: the default picture, if there is one'),
  has_picture: z.boolean().describe('Whether the passage can show a picture'),
  shown: pictureSchema.nullable(),
})
const passageFields = {
  title_en: requiredLine(120),
  title_bn: line(120),
  text_en: paragraphs(5_000),
  text_bn: paragraphs(5_000),
  picture: line(200).describe('The name of a picture in the library; empty: none selected'),
}
const category = z.object({
  id: z.int(),
  path: z.string().nullable().describe('The path of the category page, if it has one'),
  version: z.int(),
  title_en: z.string(),
  title_bn: z.string(),
  intro_en: z.string(),
  intro_bn: z.string(),
})
const texts = z.object({
  passages: z.array(passage),
  orders: z.object({ home: z.int(), service: z.int() }).describe('The version of the order on each page'),
  categories: z.array(category),
})
const label = z.object({
  key: z.string(),
  version: z.int().describe('0 if the company has never changed the label'),
  product_en: z.string(),
  product_bn: z.string(),
  own_en: z.string().describe('Empty if the company uses the default text'),
  own_bn: z.string(),
})
const labels = z.object({ data: z.array(label), more: z.string().nullable(), all: z.int() })

export const textsContract = {
  getTexts: {
    summary: 'Lists the passages of all pages and the categories of posts',
    input: z.object({}),
    response: texts,
    who: 'write content',
  },
  getPassage: {
    summary: 'Returns one passage',
    input: z.object({ id: requiredLine(130) }),
    response: passage,
    who: 'write content',
  },
  savePassage: {
    summary: 'Updates a passage. The change is published immediately',
    input: z.object({ id: requiredLine(130), version: number(), ...passageFields }),
    response: passage,
    who: 'publish',
  },
  addPassage: {
    summary: 'Adds a passage at the end of its page. The change is published immediately',
    input: z.object({ page: z.enum(passagePages), ...passageFields }),
    response: passage,
    who: 'publish',
  },
  removePassage: {
    summary: 'Deletes a passage that has no fixed place. The change is published immediately',
    input: z.object({ id: requiredLine(130), version: number() }),
    response: z.object({}),
    who: 'publish',
  },
  orderPassages: {
    summary: 'Changes the order of the passages that have no fixed place on a page',
    input: z.object({
      page: z.enum(passagePages),
      version: number(),
      ids: z.array(requiredLine(130)).max(MAX_PASSAGES).describe('The IDs of all these passages in the new order'),
    }),
    response: texts,
    who: 'publish',
  },
  getCategoryText: {
    summary: 'Returns the title and the introduction of a category of posts',
    input: z.object({ id: number() }),
    response: category,
    who: 'write content',
  },
  saveCategoryText: {
    summary: 'Updates the title and the introduction of a category. The change is published immediately',
    input: z.object({
      id: number(),
      version: number(),
      title_en: requiredLine(80),
      title_bn: line(80),
      intro_en: line(400),
      intro_bn: line(400),
    }),
    response: category,
    who: 'publish',
  },
  getLabels: {
    summary: 'Lists the texts of pages, emails and errors by key, in English and Bangla, in pages',
    input: z.object({
      words: line(80).optional(),
      own: count(0, 1).optional().describe('1: only the labels that the company has changed'),
      after: line(100).optional(),
    }),
    response: labels,
    who: 'write content',
  },
  getLabel: {
    summary: 'Returns a label with its default text and the text of the company',
    input: z.object({ key: requiredLine(100) }),
    response: label,
    who: 'write content',
  },
  saveLabel: {
    summary: 'Updates the company’s own text of a label. An empty text restores the default',
    input: z.object({ key: requiredLine(100), version: number(0), own_en: line(600), own_bn: line(600) }),
    response: label,
    who: 'publish',
  },
} satisfies Contract

export type TextsApi = Client<typeof textsContract>
export type OfficePassage = z.infer<typeof passage>
export type OfficeCategory = z.infer<typeof category>
export type OfficeLabel = z.infer<typeof label>
export type OfficeLabels = z.infer<typeof labels>
export type OfficeTexts = z.infer<typeof texts>
