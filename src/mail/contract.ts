import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { requiredLine } from '#platform/http/fields.ts'

export const messagesContract = {
  unsubscribe: {
    summary:
      'Unsubscribes the address from reminders and thank-you emails, or subscribes it again. It uses the link in the email',
    input: z.object({ token: requiredLine(100), declines: z.boolean().default(true) }),
    response: z.object({ known: z.boolean().describe('Whether the email is still stored') }),
    who: 'anyone',
    limit: { bucket: 'decline', times: 60, seconds: 3600, per: 'network' },
  },
} satisfies Contract

export type MessagesApi = Client<typeof messagesContract>
