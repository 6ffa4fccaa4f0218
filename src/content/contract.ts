import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, line } from '#platform/http/fields.ts'
import { pictureShape } from '#platform/pictures.ts'

const timestamp = z.iso.datetime({ offset: true })

export const postShape = z.object({
  id: z.int(),
  title: z.string(),
  name: z.string(),
  image: z.string().nullable(),
  picture: pictureShape.nullable(),
  summary: z.string(),
  description: z.string().describe('HTML, cleaned'),
  slug: z.string(),
  category_id: z.int(),
  published: z.iso.date(),
  published_at: timestamp,
  updated_at: timestamp,
  stay: z
    .object({ nights: z.int(), room_id: z.int().nullable() })
    .nullable()
    .describe('Of a stay package: how many nights it takes, and the room it is made for'),
})
export const categoryShape = z.object({ id: z.int(), name: z.string(), intro: z.string() })
const posts = z.object({ category: categoryShape.nullable().describe('That of the posts'), data: z.array(postShape) })

/** The number of followers is optional. */
export const socialLink = z.object({
  network: z.string(),
  url: z.string(),
  followers: count(0, 1_000_000_000).optional(),
})

const menuLink = z.object({
  title: z.string(),
  to: z.string().describe('A page of this site by its English path, or an address elsewhere'),
})

const legal = z.object({
  name: z.string().nullable().describe('Where it differs from the one everybody knows'),
  responsible: z.string().nullable().describe('Who answers for what stands here'),
  registration: z.string().nullable(),
  tradeLicence: z.string().nullable(),
  taxNumber: z.string().nullable(),
})

/** BDT per unit of the foreign currency on that day. */
export const exchangeShape = z.object({
  day: z.iso.date(),
  usd: z.number().positive().nullable(),
  eur: z.number().positive().nullable(),
})

const globalData = z.object({
  name: z.string(),
  houseName: z.string(),
  tagline: z.string(),
  description: z.string(),
  email: z.string(),
  whatsApp: z.string(),
  telephone: z.string(),
  address: z.string(),
  geo: z.object({ lat: z.number(), lon: z.number() }).nullable(),
  foundingYear: z.int(),
  social: z.array(socialLink),
  map: z.object({ embedUrl: z.string(), linkUrl: z.string() }),
  mainMenu: z.array(menuLink),
  quickLinks: z.array(menuLink).describe('Those in the foot of every page'),
  timeZone: z.string(),
  utcOffset: z.int().describe('Minutes that the clocks of the house are ahead, today'),
  checkInFrom: z.string(),
  checkOutUntil: z.string(),
  maxNights: z.int(),
  horizonDays: z.int(),
  takesOnlinePayments: z.boolean().describe('Whether a stay can be paid online'),
  isPaidInPlay: z.boolean().describe('Where it can: whether no money moves'),
  publicUrl: z.string(),
  legal: legal.describe('As far as it is set'),
  guestFacts: z
    .array(z.object({ label: z.string(), text: z.string() }))
    .describe('What guests ask before they book, as far as it is set, in sentences'),
  exchange: exchangeShape.nullable().describe('To say about how much a price is elsewhere'),
})

const slide = z.object({
  image: z.string(),
  picture: pictureShape,
  title: z.string(),
  text: z.string(),
  link: z.object({ path: z.string(), label: z.string() }),
})

const passage = z.object({ key: z.string(), title: z.string(), text: z.string() })

export const contentContract = {
  getGlobalData: {
    summary: 'How to reach the company, and the rules every stay keeps',
    input: z.object({}),
    answer: globalData,
    who: 'anyone',
  },
  getSliderData: {
    summary: 'The slides of the home page',
    input: z.object({}),
    answer: z.object({ data: z.array(slide) }),
    who: 'anyone',
  },
  getPostData: {
    summary: 'The published posts of one category',
    input: z.object({ post_category_id: count(1, 9_999) }),
    answer: posts,
    who: 'anyone',
  },
  getSlugData: {
    summary: 'The published post with this slug: a list of one, or of none',
    input: z.object({ slug: line(200) }),
    answer: posts.extend({
      moved: z
        .object({ slug: z.string(), category_id: z.int() })
        .optional()
        .describe('Where the post is now that was at this address before'),
    }),
    who: 'anyone',
  },
  getCategories: {
    summary: 'The categories in which there are posts to read',
    input: z.object({}),
    answer: z.object({ data: z.array(categoryShape) }),
    who: 'anyone',
  },
  getPassages: {
    summary: 'The short pieces of copy of one page',
    input: z.object({ page: line(60) }),
    answer: z.object({
      data: z.array(passage),
      pictures: z.record(z.string(), pictureShape).describe('By the key of a passage, or by what they show'),
    }),
    who: 'anyone',
  },
} satisfies Contract

export type ContentApi = Client<typeof contentContract>
export type GlobalData = z.infer<typeof globalData>
/** The facts for guests before they book. */
export type BeforeBooking = Pick<GlobalData, 'guestFacts' | 'exchange'>
export type MenuLink = z.infer<typeof menuLink>
export type Slide = z.infer<typeof slide>
export type Post = z.infer<typeof postShape>
export type Category = z.infer<typeof categoryShape>
export type Passage = z.infer<typeof passage>
