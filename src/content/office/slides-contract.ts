import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, line, requiredLine } from '#platform/http/fields.ts'
import { pictureShape } from '#platform/pictures.ts'

const number = () => count(1, 2_147_483_647)
const slideFields = {
  picture: requiredLine(200).describe('Its name'),
  title_en: requiredLine(80),
  title_bn: line(80),
  text_en: requiredLine(200),
  text_bn: line(200),
  link_path: requiredLine(300).describe(
    'A page of this site by its English path, or an address that begins with https',
  ),
  link_label_en: requiredLine(40),
  link_label_bn: line(40),
  active: z.boolean().describe('Whether readers see it'),
}
const slide = z.object({
  id: z.int(),
  version: z.int(),
  picture: z.string(),
  shown: pictureShape.nullable(),
  title_en: z.string(),
  title_bn: z.string(),
  text_en: z.string(),
  text_bn: z.string(),
  link_path: z.string(),
  link_label_en: z.string(),
  link_label_bn: z.string(),
  active: z.boolean(),
})
const slides = z.object({ version: z.int().describe('Of their order'), data: z.array(slide) })

export const slidesContract = {
  getSlides: {
    summary: 'All slides of the home page, in their order, also those that readers do not see',
    input: z.object({}),
    answer: slides,
    who: 'write content',
  },
  getSlide: {
    summary: 'A slide, as it is written',
    input: z.object({ id: number() }),
    answer: slide,
    who: 'write content',
  },
  addSlide: {
    summary: 'A new slide behind the others. One that readers see is for those who may publish',
    input: z.object(slideFields),
    answer: slide,
    who: 'write content',
  },
  saveSlide: {
    summary: 'Writes a slide anew. One that readers see is for those who may publish',
    input: z.object({ id: number(), version: number(), ...slideFields }),
    answer: slide,
    who: 'write content',
  },
  removeSlide: {
    summary: 'Takes a slide away. One that readers see is for those who may publish',
    input: z.object({ id: number(), version: number() }),
    answer: z.object({}),
    who: 'write content',
  },
  orderSlides: {
    summary: 'Puts the slides into another order',
    input: z.object({ version: number(), ids: z.array(number()).max(100).describe('All of them') }),
    answer: slides,
    who: 'write content',
  },
} satisfies Contract

export type SlidesApi = Client<typeof slidesContract>
export type OfficeSlide = z.infer<typeof slide>
export type OfficeSlides = z.infer<typeof slides>
