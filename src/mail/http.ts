import type { Handlers } from '#platform/http/handlers.ts'
import type { messagesContract } from './contract.ts'
import { declineEmails } from './unsubscribe.ts'

export const messagesHandlers = {
  async unsubscribe(db, { now }, form) {
    return { known: await declineEmails(db, now, form) }
  },
} satisfies Handlers<typeof messagesContract>
