import { z } from 'zod'
import type { Answer, Client, Contract } from '#platform/contract.ts'
import { count } from '#platform/http/fields.ts'
import { settingsShapes } from '../settings-shapes.ts'

/** Each section has a version for detecting conflicting edits. */
const version = () => count(1, 2_147_483_647)
const versioned = <Shape extends z.ZodRawShape>(shape: z.ZodObject<Shape>) => shape.extend({ version: version() })
const { letters: _, ...shapes } = settingsShapes

const company = versioned(shapes.company)
const contact = versioned(shapes.contact)
const stays = versioned(shapes.stays)
const payments = versioned(shapes.payments)
const charges = versioned(shapes.charges)
const languages = versioned(shapes.languages)
const online = versioned(shapes.online)
const menus = versioned(shapes.menus)
const choices = z.array(z.object({ title_en: z.string(), title_bn: z.string(), to: z.string() }))
/** Returns stored values unvalidated, because they may be older than a rule. */
const storedSection = z.object({ version: z.int() }).catchall(z.unknown())

export const settingsContract = {
  getSettings: {
    summary: 'All that is set about the company, part by part, each with its version',
    input: z.object({}),
    answer: z.object({
      company: storedSection,
      contact: storedSection,
      stays: storedSection,
      payments: storedSection,
      charges: storedSection,
      languages: storedSection,
      online: storedSection,
      menus: storedSection,
      paid_online: z
        .enum(['no', 'in play', 'yes'])
        .describe('Whether the server has a gateway, and whether money moves there'),
    }),
    who: 'change settings',
  },
  saveCompanySettings: {
    summary: 'What the company is called, and what the law wants to know of it',
    input: company,
    answer: storedSection,
    who: 'change settings',
  },
  saveContactSettings: {
    summary: 'Where the company is, and how it is reached',
    input: contact,
    answer: storedSection,
    who: 'change settings',
  },
  saveStaysSettings: {
    summary: 'The hours of the house, how long and how far ahead one may stay, what waits how long, and cancelling',
    input: stays,
    answer: storedSection,
    who: 'change settings',
  },
  savePaymentsSettings: {
    summary: 'Whether stays are paid on the site, and what is given back with whose approval',
    input: payments,
    answer: storedSection,
    who: 'change settings',
  },
  saveChargesSettings: {
    summary: 'What is charged beside the room, the way to the airport, and what a BDT is worth elsewhere',
    input: charges,
    answer: storedSection,
    who: 'change settings',
  },
  saveLanguagesSettings: {
    summary: 'In which language the company is written to',
    input: languages,
    answer: storedSection,
    who: 'change settings',
  },
  saveOnlineSettings: {
    summary: 'Where the company is found elsewhere, and how many follow it there',
    input: online,
    answer: storedSection,
    who: 'change settings',
  },
  saveMenusSettings: {
    summary: 'The links of the main bar, and the quick links in the foot of every page',
    input: menus,
    answer: storedSection,
    who: 'change settings',
  },
  getMenuChoices: {
    summary: 'Where a link may lead, by name, and the menus as they come with the product',
    input: z.object({}),
    answer: z.object({
      pages: choices,
      products: choices,
      rooms: choices,
      posts: choices,
      product: z.object({ main_menu: choices, quick_links: choices }),
    }),
    who: 'change settings',
  },
} satisfies Contract

export type MenuChoices = Answer<typeof settingsContract.getMenuChoices>
export type SettingsApi = Client<typeof settingsContract>
