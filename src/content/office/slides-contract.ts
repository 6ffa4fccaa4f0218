import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, line, requiredLine } from '#platform/http/fields.ts'
import { pictureSchema } from '#platform/pictures.ts'

const positiveInteger = () => count(1, 2_147_483_647)
const slideFields = {
  picture: requiredLine(200).describe('The name of a picture in the library'),
  title_en: requiredLine(80),
  title_bn: line(80),
  text_en: requiredLine(200),
  text_bn: line(200),
  link_path: requiredLine(300).describe('The English path of a page on this site, or a URL that begins with https'),
  link_label_en: requiredLine(40),
  link_label_bn: line(40),
  active: z.boolean().describe('Whether visitors see the slide'),
}
const slide = z.object({
  id: z.int(),
  version: z.int(),
  picture: z.string(),
  shown: pictureSchema.nullable(),
  title_en: z.string(),
  title_bn: z.string(),
  text_en: z.string(),
  text_bn: z.string(),
  link_path: z.string(),
  link_label_en: z.string(),
  link_label_bn: z.string(),
  active: z.boolean(),
})
const slides = z.object({ version: z.int().describe('The version of the order'), data: z.array(slide) })

export const slidesContract = {
  getSlides: {
    summary: 'Lists all slides of the home page in order, including the hidden ones',
    input: z.object({}),
    response: slides,
    who: 'write content',
  },
  getSlide: {
    summary: 'Returns a slide for editing',
    input: z.object({ id: positiveInteger() }),
    response: slide,
    who: 'write content',
  },
  addSlide: {
    summary: 'Adds a slide at the end. A visible slide requires the permission to publish',
    input: z.object(slideFields),
    response: slide,
    who: 'write content',
  },
  saveSlide: {
    summary: 'Updates a slide. A visible slide requires the permission to publish',
    input: z.object({ id: positiveInteger(), version: positiveInteger(), ...slideFields }),
    response: slide,
    who: 'write content',
  },
  removeSlide: {
    summary: 'Deletes a slide. A visible slide requires the permission to publish',
    input: z.object({ id: positiveInteger(), version: positiveInteger() }),
    response: z.object({}),
    who: 'write content',
  },
  orderSlides: {
    summary: 'Changes the order of the slides',
    input: z.object({
      version: positiveInteger(),
      ids: z.array(positiveInteger()).max(100).describe('The IDs of all slides in the new order'),
    }),
    response: slides,
    who: 'write content',
  },
} satisfies Contract

export type SlidesApi = Client<typeof slidesContract>
export type OfficeSlide = z.infer<typeof slide>
export type OfficeSlides = z.infer<typeof slides>
