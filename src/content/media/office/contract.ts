import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, line, requiredLine } from '#platform/http/fields.ts'
import { pictureSchema } from '#platform/pictures.ts'
import { FOCUS_STEP_PERCENT, pictureLimits } from '../limits.ts'

const MAX_PAGE_SIZE = 60
const name = () => requiredLine(120)
const id = () => count(1, 2_147_483_647)
/** The focal point in percent of the width and height, in fixed steps. */
const focus = () => count(0, 100).multipleOf(FOCUS_STEP_PERCENT)

const card = z.object({
  name: z.string(),
  title: z.string(),
  picture: pictureSchema,
  described: z.boolean().describe('Whether both languages have an alternative text, or the picture is decorative'),
})
const upload = z.object({
  id: z.int(),
  picture: z.string(),
  title: z.string(),
  state: z.enum(['waiting', 'making', 'ready', 'failed', 'replaced']),
  reason: z.string().nullable().describe('Why the upload failed'),
  done: z.int(),
  steps: z.int().describe('The number of sizes to generate'),
})
const library = z.object({ data: z.array(card), more: z.string().nullable(), uploads: z.array(upload) })

const pictureUse = z.object({
  kind: z.enum(['room', 'post', 'slide', 'product', 'text', 'draft']),
  name: z.string(),
  path: z.string().nullable(),
})
const pictureRecord = z.object({
  name: z.string(),
  version: z.int(),
  title: z.string(),
  alt_en: z.string(),
  alt_bn: z.string(),
  decorative: z.boolean(),
  focus_x: z.int(),
  focus_y: z.int(),
  picture: pictureSchema,
  built: z.boolean().describe('Whether the picture comes with the product'),
  sent: z.object({ at: z.iso.datetime(), who: z.string().nullable(), bytes: z.int(), type: z.string() }).nullable(),
  uses: z.array(pictureUse),
})

export const mediaOfficeContract = {
  getPictures: {
    summary: 'Lists the pictures of the library, newest first, in pages. Also returns the uploads in progress',
    input: z.object({
      q: line(80).optional(),
      which: z.enum(['all', 'unused', 'undescribed']).optional(),
      after: z
        .string()
        .regex(/^\d{1,15}~[\w-]{1,120}$/)
        .optional(),
      most: count(1, MAX_PAGE_SIZE).default(MAX_PAGE_SIZE),
    }),
    response: library,
    who: 'enter the office',
  },
  getPicture: {
    summary: 'Returns all details of a picture, and the pages that show it',
    input: z.object({ name: line(120) }),
    response: pictureRecord,
    who: 'write content',
  },
  getPictureUpload: {
    summary: 'Returns the progress of an upload',
    input: z.object({ id: id() }),
    response: upload,
    who: 'write content',
  },
  addPicture: {
    summary: 'Uploads a picture to the library, or replaces an existing picture',
    input: z.object({ replaces: line(120).optional() }),
    response: z.object({ upload, known: z.boolean().describe('Whether the library already contains this picture') }),
    files: pictureLimits,
    who: 'write content',
  },
  savePicture: {
    summary: 'Updates the title, the alternative text and the focal point of a picture',
    input: z.object({
      name: name(),
      version: count(1, 2_147_483_647),
      title: line(120),
      alt_en: line(300),
      alt_bn: line(300),
      decorative: z.boolean(),
      focus_x: focus(),
      focus_y: focus(),
    }),
    response: pictureRecord,
    who: 'write content',
  },
  removePicture: {
    summary: 'Deletes a picture that is not used anywhere',
    input: z.object({ name: name() }),
    response: z.object({ done: z.literal(true) }),
    who: 'write content',
  },
  dismissPictureUpload: {
    summary: 'Dismisses a failed upload',
    input: z.object({ id: id() }),
    response: z.object({ done: z.literal(true) }),
    who: 'write content',
  },
} satisfies Contract

export type MediaOfficeApi = Client<typeof mediaOfficeContract>
export type Library = z.infer<typeof library>
export type PictureCard = z.infer<typeof card>
export type Upload = z.infer<typeof upload>
export type PictureRecord = z.infer<typeof pictureRecord>
