import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, line, paragraphs } from '#platform/http/fields.ts'
import { languages } from '#routes/public.ts'

const id = () => count(1, 2_147_483_647)
const person = z.object({
  id: z.int(),
  kind: z.enum(['member', 'guest']),
  name: z.string(),
  email: z.string(),
  is_confirmed: z.boolean().describe('Whether the email address is verified'),
  phone: z.string(),
  company_name: z.string(),
  preferences: z.string().describe('The preferences of the guest that staff recorded for later stays'),
  username: z.string(),
  language: z.enum(languages),
  since: z.iso.datetime(),
  is_suspended: z.boolean(),
  customer: z
    .object({ id: z.int(), name: z.string() })
    .nullable()
    .describe('The customer that has this address. Null in lists'),
})
const people = z.object({ data: z.array(person), more: z.string().nullable() })
const messageResponse = z.object({ message: z.string() })
const limit = { bucket: 'people', times: 300, seconds: 3600 }
const manageOptions = { who: 'manage people', limit } as const

export const peopleContract = {
  getPeople: {
    summary:
      'Lists members and guests, newest first, in pages. Searches names, addresses and the last digits of phone numbers',
    input: z.object({
      search: line(120).optional(),
      kind: z.enum(['member', 'guest']).optional(),
      after: z
        .string()
        .regex(/^\d{1,9}$/)
        .optional(),
    }),
    response: people,
    who: 'see people',
  },
  getPerson: {
    summary: 'Returns a member or a guest',
    input: z.object({ id: id() }),
    response: person,
    who: 'see people',
  },
  suspendPerson: {
    summary: 'Suspends a person and ends all sessions, or reactivates the person',
    input: z.object({
      id: id(),
      suspended: z.boolean(),
      message: paragraphs(500).default('').describe('A message for the email to a member'),
    }),
    response: person,
    ...manageOptions,
  },
  endPersonSessions: {
    summary: 'Ends all sessions of a person',
    input: z.object({ id: id() }),
    response: person,
    ...manageOptions,
  },
  sendPersonReset: {
    summary: 'Emails a member a link to reset the password',
    input: z.object({ id: id() }),
    response: person,
    ...manageOptions,
  },
  getPersonData: {
    summary: 'Exports all stored data of a person',
    input: z.object({ id: id() }),
    response: z.unknown(),
    file: 'sent',
    ...manageOptions,
    sensitive: true,
  },
  erasePerson: {
    summary: 'Erases the data of a person, as if they had closed their account',
    input: z.object({ id: id() }),
    response: messageResponse,
    ...manageOptions,
    sensitive: true,
  },
} satisfies Contract

export type PeopleApi = Client<typeof peopleContract>
export type People = z.infer<typeof people>
export type Person = z.infer<typeof person>
