import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, day, line, paragraphs, requiredLine, slugLine } from '#platform/http/fields.ts'
import { pictureSchema } from '#platform/pictures.ts'
import { languages } from '#routes/public.ts'
import type { MessageKey } from '#locales/translator.ts'
import { decimal } from '../../settings-shapes.ts'
import { MAX_CHARACTERS, MAX_POSITION } from '../limits.ts'
import { postStates } from '../states.ts'

const messageKey = (key: MessageKey) => key
const positiveInteger = () => count(1, 2_147_483_647)
const timestamp = z.iso.datetime({ offset: true })
const language = z.enum(languages)

const postLine = z.object({
  id: z.int(),
  category_id: z.int(),
  title_en: z.string(),
  title_bn: z.string(),
  summary: z.string(),
  translated: z.boolean(),
  published: timestamp.nullable(),
  scheduled: timestamp.nullable(),
  changed: z.boolean().describe('Whether the draft has changed since it was published'),
  edited: timestamp,
  who: z.string().nullable(),
})
const category = z.object({ id: z.int(), title: z.string(), path: z.string().nullable() })
const posts = z.object({
  data: z.array(postLine),
  more: z.string().nullable(),
  categories: z.array(category),
  time_zone: z.string(),
})

const text = z.object({
  version: z.int(),
  title: z.string(),
  summary: z.string(),
  body: z.string().describe('Sanitized HTML'),
})
const details = z.object({
  version: z.int(),
  category_id: z.int(),
  slug: z.string(),
  picture: z.string(),
  shown: pictureSchema.nullable(),
  position: z.int(),
  stay_nights: z.int(),
  stay_room_id: z.int(),
  stay_price: z.number(),
  stay_extras: z.array(z.object({ id: z.int(), quantity: z.int() })),
})
const localTime = z.object({ day: z.iso.date(), time: z.string() })
const postRecord = z.object({
  id: z.int(),
  path: z.string().nullable().describe('The public path of the post'),
  was_published: z.boolean().describe('Whether the post was ever published'),
  published: timestamp.nullable(),
  scheduled: localTime
    .extend({
      who: z.string().nullable(),
      is_older: z.boolean().describe('Whether the draft differs from this version'),
    })
    .nullable(),
  changed: z.boolean(),
  details,
  en: text,
  bn: text,
  edited: timestamp,
  who: z.string().nullable(),
  previews: z.object({ links: z.int(), until: timestamp.nullable() }),
  categories: z.array(category),
  rooms: z.array(z.object({ id: z.int(), name: z.string() })),
  extras: z.array(z.object({ id: z.int(), name: z.string() })).describe('The extras that a stay package can include'),
  time_zone: z.string(),
  now: localTime,
})

const version = z.object({
  id: z.int(),
  kind: z.enum(['published', 'scheduled', 'saved', 'autosaved', 'restored']),
  at: timestamp,
  who: z.string().nullable(),
})
const texts = z.object({ title: z.string(), summary: z.string(), body: z.string() })

const loadedVersion = {
  id: positiveInteger(),
  version: positiveInteger(),
  tab: line(40).describe('The ID of the browser tab that saves'),
}
const isManualSave = z.boolean().describe('Whether a person saved it. Such saves are stored as versions')
const loadedVersions = {
  id: positiveInteger(),
  version: positiveInteger().describe('The version of the details that both languages share'),
  version_en: positiveInteger(),
  version_bn: positiveInteger(),
}

export const postsOfficeContract = {
  getPosts: {
    summary: 'Lists all posts, most recently edited first, in pages',
    input: z.object({
      category: positiveInteger().optional(),
      state: z.enum(postStates).optional(),
      words: line(80).optional(),
      after: line(60).optional(),
    }),
    response: posts,
    who: 'write content',
  },
  getPost: {
    summary: 'Returns a post for editing, in both languages',
    input: z.object({ id: positiveInteger() }),
    response: postRecord,
    who: 'write content',
  },
  addPost: {
    summary: 'Creates an unpublished post',
    input: z.object({ title_en: requiredLine(160), category_id: positiveInteger(), slug: slugLine() }),
    response: postRecord,
    who: 'write content',
  },
  savePostText: {
    summary: 'Saves the draft of a post in one language. The published text does not change',
    input: z.object({
      ...loadedVersion,
      language,
      by_hand: isManualSave,
      title: line(160),
      summary: line(400),
      body: paragraphs(MAX_CHARACTERS),
    }),
    response: postRecord,
    who: 'write content',
    maxBytes: 512 * 1024,
  },
  savePostDetails: {
    summary: 'Updates the details that both languages of a post share',
    input: z.object({
      ...loadedVersion,
      by_hand: isManualSave,
      category_id: positiveInteger(),
      slug: slugLine(),
      picture: line(200).describe('The name of a picture in the library; empty: none'),
      position: count(0, MAX_POSITION),
      stay_nights: count(0, 365).describe('0: the post is not a stay package'),
      stay_room_id: count(0, 2_147_483_647).describe('0: any room'),
      stay_price: decimal()
        .min(0)
        .max(10_000_000)
        .multipleOf(0.01, messageKey('error.two_decimals'))
        .default(0)
        .describe('The price of the whole stay in BDT, including VAT. 0 means that the nightly rates apply'),
      stay_extras: z
        .array(z.object({ id: positiveInteger(), quantity: count(1, 99) }))
        .max(20)
        .default([])
        .describe('The extras that the package includes, with the quantity for the whole stay'),
    }),
    response: postRecord,
    who: 'write content',
  },
  publishPost: {
    summary: 'Publishes the current draft',
    input: z.object(loadedVersions),
    response: postRecord,
    who: 'publish',
  },
  schedulePost: {
    summary: 'Schedules the current draft for publication, at a time in the time zone of the property',
    input: z.object({
      ...loadedVersions,
      day: day(),
      time: line(5).regex(/^([01]\d|2[0-3]):[0-5]\d$/, messageKey('error.time_of_day')),
    }),
    response: postRecord,
    who: 'publish',
  },
  cancelPostSchedule: {
    summary: 'Cancels the scheduled publication',
    input: z.object({ id: positiveInteger() }),
    response: postRecord,
    who: 'publish',
  },
  unpublishPost: {
    summary: 'Unpublishes a post',
    input: z.object({ id: positiveInteger() }),
    response: postRecord,
    who: 'publish',
  },
  removePost: {
    summary: 'Permanently deletes a post that was never published',
    input: z.object({ id: positiveInteger() }),
    response: z.object({}),
    who: 'write content',
  },
  getPostVersions: {
    summary: 'Lists the earlier versions of a post, newest first, in pages',
    input: z.object({ id: positiveInteger(), after: line(60).optional() }),
    response: z.object({ data: z.array(version), more: z.string().nullable() }),
    who: 'write content',
  },
  getPostVersion: {
    summary: 'Returns an earlier version in both languages, together with the current draft',
    input: z.object({ id: positiveInteger(), version_id: positiveInteger() }),
    response: z.object({
      version,
      before: z.object({ en: texts, bn: texts }),
      now: z.object({ en: texts, bn: texts }),
      published: z.object({ en: texts, bn: texts }).nullable(),
    }),
    who: 'write content',
  },
  restorePost: {
    summary: 'Restores an earlier version as the draft, in one language or both',
    input: z.object({ ...loadedVersions, version_id: positiveInteger(), languages: z.array(language).min(1).max(2) }),
    response: postRecord,
    who: 'write content',
  },
  createPostPreview: {
    summary: 'Creates a public preview link of the draft that expires after a week',
    input: z.object({ id: positiveInteger() }),
    response: z.object({ path: z.string(), until: timestamp }),
    who: 'write content',
    fresh: true,
  },
  revokePostPreviews: {
    summary: 'Revokes all preview links of a post',
    input: z.object({ id: positiveInteger() }),
    response: postRecord,
    who: 'write content',
  },
  addPostCategory: {
    summary: 'Creates a category of posts',
    input: z.object({
      slug: slugLine(),
      title_en: requiredLine(80),
      title_bn: line(80),
      intro_en: line(400),
      intro_bn: line(400),
    }),
    response: z.object({ id: z.int() }),
    who: 'publish',
  },
} satisfies Contract

export type PostsOfficeApi = Client<typeof postsOfficeContract>
export type PostLine = z.infer<typeof postLine>
export type OfficePosts = z.infer<typeof posts>
export type PostRecord = z.infer<typeof postRecord>
export type PostText = z.infer<typeof text>
export type PostDetails = z.infer<typeof details>
export type PostVersion = z.infer<typeof version>
