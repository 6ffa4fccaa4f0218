import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, paragraphs, requiredLine } from '#platform/http/fields.ts'
import type { MessageKey } from '#locales/translator.ts'
import { MAX_PREFERENCES_LENGTH } from './limits.ts'

const id = () => count(1, 2_147_483_647)

const guest = z.object({
  id: z.int(),
  kind: z.enum(['member', 'guest']),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
})
const stay = z.object({
  code: z.string(),
  name: z.string().describe('The name in the booking'),
  room_name: z.string(),
  checkin: z.iso.date(),
  checkout: z.iso.date(),
})
const guestStays = z.object({
  stays: z.array(stay).describe('The stays of the guest, newest first'),
  more_stays: z.boolean().describe('Whether there are older stays'),
  booked: z.array(stay).describe('The stays that this account booked for other guests, newest first'),
  matches: z.array(guest).describe('Other guests with the same email address or phone number'),
  changes: z
    .array(
      z.object({
        id: z.int(),
        at: z.iso.datetime(),
        by: z.string(),
        from: guest,
        to: guest,
        stays: z.int().describe('The number of stays'),
      }),
    )
    .describe('The merges and splits that can be undone, newest first'),
})

const changeAccess = { who: 'manage people', limit: { bucket: 'people', times: 300, seconds: 3600 } } as const

export const guestsContract = {
  getGuestStays: {
    summary: 'Lists the stays of a guest, other guests who may be the same person, and merges and splits',
    input: z.object({ id: id() }),
    response: guestStays,
    who: 'see people',
  },
  mergeGuests: {
    summary: 'Moves all stays of a guest to another guest who is the same person',
    input: z.object({ id: id().describe('The guest who gives the stays'), into: id() }),
    response: guestStays.describe('The stays of the other guest'),
    ...changeAccess,
  },
  splitGuest: {
    summary: 'Moves some stays of a guest to a new guest, because they belong to another person',
    input: z.object({
      id: id(),
      codes: z
        .array(requiredLine(40))
        .min(1, 'error.no_stay_chosen' satisfies MessageKey)
        .max(100),
    }),
    response: guestStays,
    ...changeAccess,
  },
  undoGuestChange: {
    summary: 'Undoes a merge or a split',
    input: z.object({ id: id().describe('The ID of the change'), guest: id().describe('The guest to return') }),
    response: guestStays,
    ...changeAccess,
  },
  saveGuestPreferences: {
    summary: 'Saves the preferences of a guest, for each later stay. It fails if another user has changed them',
    input: z.object({
      id: id(),
      preferences: paragraphs(MAX_PREFERENCES_LENGTH).describe('Empty: none'),
      before: paragraphs(MAX_PREFERENCES_LENGTH).describe('The preferences that the caller saw'),
    }),
    response: z.object({}),
    who: 'run the desk',
  },
} satisfies Contract

export type GuestsApi = Client<typeof guestsContract>
export type GuestStays = z.infer<typeof guestStays>
export type GuestOfStays = z.infer<typeof guest>
