import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { partStates } from './parts.ts'

const state = z.enum(partStates)

const status = z.object({
  checked_at: z.iso.datetime(),
  backup: z.object({
    state,
    taken_at: z.iso.datetime().nullable().describe('When the last backup was taken, or null'),
    bytes: z.int().nullable(),
    is_encrypted: z.boolean(),
  }),
  disk: z.object({ state, free_bytes: z.int().nullable(), total_bytes: z.int().nullable() }),
  jobs: z.object({
    state,
    waiting: z.int(),
    late_minutes: z.int().describe('How long the oldest due job has waited'),
    failed_permanently: z.int().describe('Jobs that failed permanently in the last 24 hours'),
  }),
  emails: z.object({
    state,
    failed: z.int().describe('Emails that could not be sent and that nobody has handled'),
    has_mail_server: z.boolean(),
  }),
  certificate: z.object({
    state,
    address: z.string(),
    problem: z.enum(['not encrypted', 'unreachable', 'untrusted', 'expired']).nullable(),
    valid_until: z.iso.datetime().nullable(),
  }),
  clock: z
    .object({ state, difference_seconds: z.number() })
    .nullable()
    .describe('The difference to the clock of the database server; null with the embedded database'),
  database: z.object({ state, engine: z.string(), version: z.string(), bytes: z.int(), schema: z.string() }),
  app: z.object({ state, version: z.string(), node: z.string(), started_at: z.iso.datetime() }),
})

export const statusContract = {
  getSystemStatus: {
    summary: 'Returns the state of the system: backup, disk, jobs, emails, certificate, clock, database and version',
    input: z.object({}),
    response: status,
    who: 'see the status',
    fresh: true,
    limit: { bucket: 'system status', times: 60, seconds: 600 },
  },
} satisfies Contract

export type StatusApi = Client<typeof statusContract>
export type SystemStatus = z.infer<typeof status>
