import { z } from 'zod'
import { settingsShapes } from '#content/settings-shapes.ts'
import type { Client, Contract } from '#platform/contract.ts'
import { count } from '#platform/http/fields.ts'

const version = () => count(1, 2_147_483_647)
const editableFields = z.object({
  sender_name_en: z.string(),
  sender_name_bn: z.string(),
  morning_letter: z.string().describe('HH:MM; empty where owners are not written to each morning'),
  reminder_hours: z.int().nullable().describe('Before arrival; null where guests are not reminded'),
  thanks_days: z.int().nullable().describe('After they have left; null where they are not thanked'),
  shift_first: z.string().describe('HH:MM, when a shift begins; the earliest first'),
  shift_second: z.string(),
  shift_third: z.string(),
  emergency_to: z.string().describe('Who is sent the emergency sheet then: addresses with commas between them'),
  version: z.int(),
})

export const emailsOfficeContract = {
  getSendingSettings: {
    summary: 'As whom letters come, from which address, and where they go from here',
    input: z.object({}),
    answer: editableFields.extend({
      from: z.string().describe('As the process was told; the address is its part in any case'),
      address: z.string(),
      reply_to: z.string().describe('Empty where the company has no address'),
      place: z.string().describe('The mail server, or the folder in which letters become files'),
      to: z.string().describe('Where a test letter would go: the address of whoever asks'),
    }),
    who: 'change settings',
  },
  saveLettersSettings: {
    summary: 'As whom letters come',
    input: settingsShapes.letters.extend({ version: version() }),
    answer: editableFields,
    who: 'change settings',
  },
  sendTestLetter: {
    summary: 'Sends a letter to the address of whoever asks, and says what became of it',
    input: z.object({}),
    answer: z.object({
      to: z.string(),
      failure: z.string().nullable().describe('What the mail server, or the machine, said to it; null if it was taken'),
    }),
    who: 'change settings',
    limit: { bucket: 'test-letter', times: 10, seconds: 3600 },
  },
} satisfies Contract

export type EmailsOfficeApi = Client<typeof emailsOfficeContract>
export type SendingSettings = z.infer<typeof emailsOfficeContract.getSendingSettings.answer>
export type EmailSettings = z.infer<typeof editableFields>
