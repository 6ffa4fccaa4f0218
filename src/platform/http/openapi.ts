import { z } from 'zod'
import type { Client, Contract } from '../contract.ts'
import type { Handlers } from './handlers.ts'

/** The API describes itself through itself. */
export const openApiContract = {
  getOpenApi: {
    summary: 'This description, as OpenAPI 3.1',
    input: z.object({}),
    answer: z.record(z.string(), z.unknown()),
    who: 'anyone',
  },
} satisfies Contract

export type OpenApiApi = Client<typeof openApiContract>

export const openApiHandlers = (describe: () => object): Handlers<typeof openApiContract> => ({
  getOpenApi: async () => describe() as Record<string, unknown>,
})
