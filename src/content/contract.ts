import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, line } from '#platform/http/fields.ts'
import { pictureSchema } from '#platform/pictures.ts'

const timestamp = z.iso.datetime({ offset: true })

export const postShape = z.object({
  id: z.int(),
  title: z.string(),
  name: z.string(),
  image: z.string().nullable(),
  picture: pictureSchema.nullable(),
  summary: z.string(),
  description: z.string().describe('Sanitized HTML'),
  slug: z.string(),
  category_id: z.int(),
  published: z.iso.date(),
  published_at: timestamp,
  updated_at: timestamp,
  stay: z
    .object({
      nights: z.int(),
      room_id: z.int().nullable(),
      price: z.number().nullable().describe('The fixed price of the whole stay in BDT; null: the nightly rates apply'),
      extras: z.string().describe('The extras that the price includes, as text; empty: none'),
      extras_price: z.number().describe('The list price of these extras in BDT; 0: none'),
    })
    .nullable()
    .describe('Stay packages only: the number of nights, the room and the price'),
})
export const categoryShape = z.object({ id: z.int(), name: z.string(), intro: z.string() })
const posts = z.object({
  category: categoryShape.nullable().describe('The category of the posts'),
  data: z.array(postShape),
})

export const socialLink = z.object({
  network: z.string(),
  url: z.string(),
  followers: count(0, 1_000_000_000).optional(),
})

const menuLink = z.object({
  title: z.string(),
  to: z.string().describe('The English path of a page on this site, or an external URL'),
})

const legalDetails = z.object({
  name: z.string().nullable().describe('The legal name, if it differs from the public name'),
  responsible: z.string().nullable().describe('The person responsible for the content of the site'),
  registration: z.string().nullable(),
  tradeLicence: z.string().nullable(),
  taxNumber: z.string().nullable(),
})

const keyFigures = z.object({
  onTimePercent: z.int().nullable().describe('The share of orders shipped on the agreed day'),
  sampleDays: z.int().nullable().describe('The median sample lead time in days'),
  approvalRounds: z.number().nullable().describe('The mean number of samples until approval'),
  capacity: z.string().nullable().describe('The monthly capacity, with its unit'),
  airport: z.string().nullable().describe('The distance and the travel time to the airport, as text'),
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
  openingHours: z.string().nullable().describe('The opening hours of the office, as text'),
  geo: z.object({ lat: z.number(), lon: z.number() }).nullable(),
  foundingYear: z.int(),
  social: z.array(socialLink),
  map: z.object({ embedUrl: z.string(), linkUrl: z.string() }),
  mainMenu: z.array(menuLink),
  quickLinks: z.array(menuLink).describe('Links in the footer of every page'),
  timeZone: z.string(),
  utcOffset: z.int().describe('Offset of the property from UTC today, in minutes'),
  checkInFrom: z.string(),
  checkOutUntil: z.string(),
  maxNights: z.int(),
  horizonDays: z.int(),
  takesOnlinePayments: z.boolean().describe('Whether guests can pay for stays online'),
  testPayments: z.boolean().describe('Whether online payments are only simulated'),
  publicUrl: z.string(),
  keyFigures: keyFigures.describe('Figures that the company publishes; null if unset'),
  legal: legalDetails.describe('Legal details; only the configured ones are present'),
  guestFacts: z
    .array(z.object({ label: z.string(), text: z.string() }))
    .describe('Facts for guests before they book, as sentences; only the configured ones are present'),
  exchange: exchangeShape.nullable().describe('Exchange rates for showing approximate prices in other currencies'),
})

const slide = z.object({
  image: z.string(),
  picture: pictureSchema,
  title: z.string(),
  text: z.string(),
  link: z.object({ path: z.string(), label: z.string() }),
})

const passage = z.object({ key: z.string(), title: z.string(), text: z.string() })

export const contentContract = {
  getGlobalData: {
    summary: 'Returns the contact details of the company and the general booking rules',
    input: z.object({}),
    response: globalData,
    who: 'anyone',
  },
  getSliderData: {
    summary: 'Returns the slides of the home page',
    input: z.object({}),
    response: z.object({ data: z.array(slide) }),
    who: 'anyone',
  },
  getPostData: {
    summary: 'Returns the published posts of one category',
    input: z.object({ post_category_id: count(1, 9_999) }),
    response: posts,
    who: 'anyone',
  },
  getSlugData: {
    summary: 'Returns the published post with this slug, as a list of one or no posts',
    input: z.object({ slug: line(200) }),
    response: posts.extend({
      moved: z
        .object({ slug: z.string(), category_id: z.int() })
        .optional()
        .describe('The new location of a post that had this slug before'),
    }),
    who: 'anyone',
  },
  getCategories: {
    summary: 'Returns the categories that have published posts',
    input: z.object({}),
    response: z.object({ data: z.array(categoryShape) }),
    who: 'anyone',
  },
  getPassages: {
    summary: 'Returns the passages of one page',
    input: z.object({ page: line(60) }),
    response: z.object({
      data: z.array(passage),
      pictures: z
        .record(z.string(), pictureSchema)
        .describe('Pictures by the key of their passage, or by their subject'),
    }),
    who: 'anyone',
  },
} satisfies Contract

export type ContentApi = Client<typeof contentContract>
export type GlobalData = z.infer<typeof globalData>
/** The facts for guests before they book. */
export type PreBookingFacts = Pick<GlobalData, 'guestFacts' | 'exchange'>
export type MenuLink = z.infer<typeof menuLink>
export type Slide = z.infer<typeof slide>
export type Post = z.infer<typeof postShape>
export type Category = z.infer<typeof categoryShape>
export type Passage = z.infer<typeof passage>
