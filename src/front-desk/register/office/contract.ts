import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, day, line, requiredLine } from '#platform/http/fields.ts'
import type { MessageKey } from '#locales/translator.ts'
import { countries } from '../countries.ts'
import { columnNames } from '#content/register-columns.ts'
import { settingsShapes } from '#content/settings-shapes.ts'
import { documentKinds, sexes } from '../columns.ts'

const id = () => count(1, 2_147_483_647)
const code = () => requiredLine(20)
const optionalLine = (max = 120) => line(max).default('')
const optionalDay = () => day().or(z.literal('')).default('')

const personFields = {
  name: requiredLine(120),
  nationality: z
    .string()
    .refine((countryCode) => countries.includes(countryCode), { error: 'error.required' satisfies MessageKey })
    .describe('An ISO 3166 country code'),
  sex: z.enum(sexes).default(''),
  born: optionalDay(),
  id_kind: z.enum(documentKinds).default(''),
  id_number: optionalLine(40),
  passport_place: optionalLine(),
  passport_issued: optionalDay(),
  passport_expires: optionalDay(),
  visa_number: optionalLine(40),
  visa_kind: optionalLine(40),
  visa_expires: optionalDay(),
  entered: optionalDay().describe('When the guest entered the country'),
  entry_port: optionalLine(),
  coming_from: optionalLine(),
  going_to: optionalLine(),
  purpose: optionalLine(),
  home_address: optionalLine(200),
  host_company: optionalLine(),
  own_1: optionalLine(),
  own_2: optionalLine(),
  own_3: optionalLine(),
  own_4: optionalLine(),
}

const person = z.object({
  id: z.int(),
  version: z.int(),
  ...Object.fromEntries(Object.keys(personFields).map((name) => [name, z.string()])),
} as { id: z.ZodInt; version: z.ZodInt } & Record<keyof typeof personFields, z.ZodString>)

const settingsWithVersion = z.object({ ...settingsShapes.register.shape, version: z.int() })

const columns = z
  .array(
    z.object({
      name: z.enum(columnNames),
      kind: z.enum(['text', 'day', 'sex', 'paper']),
      foreign: z.boolean().describe('Whether the field applies only to guests from other countries'),
      needed: z.boolean().describe('Whether the register is incomplete without the field'),
      title: z.string().nullable().describe('The label that the company chose, for its own fields'),
    }),
  )
  .describe('The fields of the register besides name and nationality')

const room = z.object({
  booking: z.int(),
  code: z.string(),
  guest: z.string().describe('The guest who booked'),
  kind: z.string(),
  unit: z.string().nullable(),
  from: z.iso.date(),
  to: z.iso.date(),
  arrived_at: z.string().nullable(),
  left_at: z.string().nullable(),
  expected: z.int().describe('The number of guests of the booking'),
  persons: z.array(person),
})

/** The maximum length in base64 of a picture that the page has shrunk. */
const MAX_PICTURE_LENGTH = 1_400_000

const register = z.object({
  code: z.string(),
  guest: z.string(),
  columns,
  rooms: z.array(room),
  copies: z.object({
    days: z
      .int()
      .describe('The days after departure until a copy of a travel document is deleted; 0: no copies are stored'),
    sealed: z.boolean().describe('Whether the server has a key for encrypting copies'),
    made: z.array(z.object({ id: z.int(), person: z.int(), at: z.iso.datetime(), by: z.string() })),
  }),
  earlier: z
    .array(z.object({ id: z.int(), name: z.string(), nationality: z.string(), day: z.iso.date() }))
    .describe('People registered for earlier stays of this guest, and not yet for this stay'),
})

export const registerContract = {
  getRegister: {
    summary: 'Lists the registered people of each room of a stay',
    input: z.object({ code: code() }),
    response: register,
    who: 'run the desk',
  },
  registerPerson: {
    summary: 'Registers a person in a room of a stay',
    input: z.object({ booking: id(), ...personFields }),
    response: register,
    keyed: true,
    who: 'run the desk',
  },
  changeRegistration: {
    summary: 'Corrects an entry of the register',
    input: z.object({ id: id(), version: id(), booking: id(), ...personFields }),
    response: register,
    who: 'run the desk',
  },
  removeRegistration: {
    summary: 'Deletes an entry of the register',
    input: z.object({ id: id(), version: id() }),
    response: register,
    who: 'run the desk',
  },
  copyRegistration: {
    summary: 'Registers a person with the data of an earlier stay',
    input: z.object({ booking: id(), person: id() }),
    response: register,
    who: 'run the desk',
  },
  addIdCopy: {
    summary: 'Stores an encrypted copy of the travel document of a registered person',
    input: z.object({
      person: id(),
      picture: z
        .string()
        .min(1)
        .max(MAX_PICTURE_LENGTH)
        .regex(/^[A-Za-z0-9+/]*={0,2}$/)
        .describe('A JPEG, PNG or WebP of at most 6 million pixels, in Base64'),
    }),
    response: register,
    keyed: true,
    maxBytes: MAX_PICTURE_LENGTH + 1_000,
    who: 'run the desk',
    limit: { bucket: 'paper-copies', times: 60, seconds: 3600 },
  },
  getIdCopy: {
    summary: 'Returns a copy of a travel document. The access is recorded in the audit log',
    input: z.object({ id: id() }),
    response: z.instanceof(Uint8Array<ArrayBuffer>),
    file: { type: 'image/jpeg', name: 'paper.jpg' },
    who: 'run the desk',
    limit: { bucket: 'paper-copies-seen', times: 60, seconds: 3600 },
  },
  removeIdCopy: {
    summary: 'Deletes a copy of a travel document before its retention ends',
    input: z.object({ id: id() }),
    response: register,
    who: 'run the desk',
  },
  getRegisterOfDay: {
    summary: 'Returns the guest register of a day: arrivals, guests in house and departures',
    input: z.object({ day: day().optional().describe('Today by default') }),
    response: z.object({ day: z.iso.date(), columns, rooms: z.array(room) }),
    who: 'run the desk',
  },
  getRegisterFile: {
    summary: 'Exports the guest register of a day as a table. The export is recorded in the audit log',
    input: z.object({ day: day() }),
    response: z.unknown(),
    file: 'sent',
    who: 'run the desk',
  },
  getRegisterPdf: {
    summary: 'Returns the guest register of a day as a PDF. The access is recorded in the audit log',
    input: z.object({ day: day() }),
    response: z.instanceof(Uint8Array<ArrayBuffer>),
    file: { type: 'application/pdf', name: 'register.pdf' },
    who: 'run the desk',
  },
  getRegisterSettings: {
    summary: 'Returns the fields of the guest register, and who must fill them in',
    input: z.object({}),
    response: settingsWithVersion,
    who: 'change settings',
  },
  saveRegisterSettings: {
    summary: 'Updates the fields of the guest register. Existing entries do not change',
    input: settingsShapes.register.extend({ version: id() }),
    response: settingsWithVersion,
    who: 'change settings',
  },
} satisfies Contract

export type RegisterApi = Client<typeof registerContract>
export type Register = z.infer<typeof register>
export type RegisterRoom = z.infer<typeof room>
export type RegisterSettings = z.infer<typeof settingsWithVersion>
export type RegisterColumn = z.infer<typeof columns>[number]
export type RegisterPerson = z.infer<typeof person>
