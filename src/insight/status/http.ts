import type { Handlers } from '#platform/http/handlers.ts'
import type { statusContract } from './contract.ts'
import { readSystemStatus } from './status.ts'

export const statusHandlers = {
  getSystemStatus: (db, ctx) => readSystemStatus(db, ctx.now, ctx.context),
} satisfies Handlers<typeof statusContract>
