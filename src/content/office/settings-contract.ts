import { z } from 'zod'
import type { ApiResponseOf, Client, Contract } from '#platform/contract.ts'
import { count } from '#platform/http/fields.ts'
import { settingsShapes } from '../settings-shapes.ts'

/** The version of a section, for detecting conflicting edits. */
const version = () => count(1, 2_147_483_647)
const withVersion = <Shape extends z.ZodRawShape>(shape: z.ZodObject<Shape>) => shape.extend({ version: version() })
const { emails: _, ...shapes } = settingsShapes

const company = withVersion(shapes.company)
const contact = withVersion(shapes.contact)
const stays = withVersion(shapes.stays)
const payments = withVersion(shapes.payments)
const charges = withVersion(shapes.charges)
const menus = withVersion(shapes.menus)
const choices = z.array(z.object({ title_en: z.string(), title_bn: z.string(), to: z.string() }))
/** Stored values are not validated, because they may be older than a rule. */
const storedSection = z.object({ version: z.int() }).catchall(z.unknown())

export const settingsContract = {
  getSettings: {
    summary: 'Returns all settings of the company, by section, each with its version',
    input: z.object({}),
    response: z.object({
      company: storedSection,
      contact: storedSection,
      stays: storedSection,
      payments: storedSection,
      charges: storedSection,
      menus: storedSection,
      online_payments: z
        .enum(['off', 'simulated', 'live'])
        .describe('Whether the server has a payment gateway, and whether it moves real money'),
    }),
    who: 'change settings',
  },
  saveCompanySettings: {
    summary: 'Updates the names and the legal details of the company',
    input: company,
    response: storedSection,
    who: 'change settings',
  },
  saveContactSettings: {
    summary: 'Updates the address and the contact details of the company',
    input: contact,
    response: storedSection,
    who: 'change settings',
  },
  checkStaysSettings: {
    summary: 'Validates settings of stays without saving them, before the user confirms the change',
    input: stays,
    response: z.object({}),
    who: 'change settings',
  },
  saveStaysSettings: {
    summary: 'Updates the check-in and check-out times, the booking limits and the deadlines of requests and holds',
    input: stays,
    response: storedSection,
    who: 'change settings',
  },
  savePaymentsSettings: {
    summary: 'Updates the settings for online payment, the approval of refunds and invoices',
    input: payments,
    response: storedSection,
    who: 'change settings',
  },
  saveChargesSettings: {
    summary: 'Updates the prices of extras, the airport transfer and the exchange rates',
    input: charges,
    response: storedSection,
    who: 'change settings',
  },
  saveMenusSettings: {
    summary: 'Updates the main menu and the quick links in the footer',
    input: menus,
    response: storedSection,
    who: 'change settings',
  },
  getMenuChoices: {
    summary: 'Returns the pages that a menu link can lead to, and the default menus',
    input: z.object({}),
    response: z.object({
      pages: choices,
      products: choices,
      rooms: choices,
      posts: choices,
      product: z.object({ main_menu: choices, quick_links: choices }),
    }),
    who: 'change settings',
  },
} satisfies Contract

export type MenuChoices = ApiResponseOf<typeof settingsContract.getMenuChoices>
export type SettingsApi = Client<typeof settingsContract>
