import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { requiredLine } from '#platform/http/fields.ts'

export const messagesContract = {
  declineLetters: {
    summary:
      'Wants no more reminders and thanks at the address of a letter, or wants them again; by the link in the letter',
    input: z.object({ token: requiredLine(100), declines: z.boolean().default(true) }),
    answer: z.object({ known: z.boolean().describe('Whether we still know that letter') }),
    who: 'anyone',
    limit: { bucket: 'decline', times: 60, seconds: 3600, per: 'network' },
  },
} satisfies Contract

export type MessagesApi = Client<typeof messagesContract>
