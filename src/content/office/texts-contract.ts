import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, line, paragraphs, requiredLine } from '#platform/http/fields.ts'
import { pictureSchema } from '#platform/pictures.ts'
import { MAX_PASSAGES, passagePages } from '../fixed-passages.ts'

const integerFrom = (min = 1) => count(min, 2_147_483_647)
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
  orders: z
    .object({ home: z.int(), trade: z.int(), service: z.int() })
    .describe('The version of the order on each page'),
  categories: z.array(category),
})
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
    input: z.object({ id: requiredLine(130), version: integerFrom(), ...passageFields }),
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
    input: z.object({ id: requiredLine(130), version: integerFrom() }),
    response: z.object({}),
    who: 'publish',
  },
  orderPassages: {
    summary: 'Changes the order of the passages that have no fixed place on a page',
    input: z.object({
      page: z.enum(passagePages),
      version: integerFrom(),
      ids: z.array(requiredLine(130)).max(MAX_PASSAGES).describe('The IDs of all these passages in the new order'),
    }),
    response: texts,
    who: 'publish',
  },
  getCategoryText: {
    summary: 'Returns the title and the introduction of a category of posts',
    input: z.object({ id: integerFrom() }),
    response: category,
    who: 'write content',
  },
  saveCategoryText: {
    summary: 'Updates the title and the introduction of a category. The change is published immediately',
    input: z.object({
      id: integerFrom(),
      version: integerFrom(),
      title_en: requiredLine(80),
      title_bn: line(80),
      intro_en: line(400),
      intro_bn: line(400),
    }),
    response: category,
    who: 'publish',
  },
} satisfies Contract

export type TextsApi = Client<typeof textsContract>
export type OfficePassage = z.infer<typeof passage>
export type OfficeCategory = z.infer<typeof category>
export type OfficeTexts = z.infer<typeof texts>
