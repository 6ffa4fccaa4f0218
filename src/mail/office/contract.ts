import { z } from 'zod'
import { settingsShapes } from '#content/settings-shapes.ts'
import type { Client, Contract } from '#platform/contract.ts'
import { count } from '#platform/http/fields.ts'

const version = () => count(1, 2_147_483_647)
const editableFields = z.object({
  sender_name_en: z.string(),
  sender_name_bn: z.string(),
  morning_email: z.string().describe('HH:MM; empty if owners get no morning email'),
  reminder_hours: z.int().nullable().describe('Hours before arrival; null if guests get no reminder'),
  thanks_days: z.int().nullable().describe('Days after departure; null if guests get no thank-you email'),
  shift_first: z.string().describe('HH:MM, the start of the first shift of the day'),
  shift_second: z.string(),
  shift_third: z.string(),
  emergency_to: z.string().describe('The addresses that get the emergency sheet at each shift, separated by commas'),
  version: z.int(),
})

export const emailsOfficeContract = {
  getSendingSettings: {
    summary: 'Returns the sender and reply address of emails, and the mail server',
    input: z.object({}),
    response: editableFields.extend({
      from: z.string().describe('The configured sender, including its address'),
      address: z.string(),
      reply_to: z.string().describe('Empty if the company has no email address'),
      place: z.string().describe('The mail server, or the folder in which emails are stored as files'),
      to: z.string().describe('The address of the caller, which would get a test email'),
    }),
    who: 'change settings',
  },
  saveEmailsSettings: {
    summary: 'Updates the settings for outgoing emails',
    input: settingsShapes.emails.extend({ version: version() }),
    response: editableFields,
    who: 'change settings',
  },
  sendTestEmail: {
    summary: 'Sends a test email to the address of the caller and returns the result',
    input: z.object({}),
    response: z.object({
      to: z.string(),
      failure: z
        .string()
        .nullable()
        .describe('The error from the mail server or the system; null if the email was accepted'),
    }),
    who: 'change settings',
    limit: { bucket: 'test-email', times: 10, seconds: 3600 },
  },
} satisfies Contract

export type EmailsOfficeApi = Client<typeof emailsOfficeContract>
export type SendingSettings = z.infer<typeof emailsOfficeContract.getSendingSettings.response>
export type EmailSettings = z.infer<typeof editableFields>
