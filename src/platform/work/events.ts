import type { z } from 'zod'
import { readableCode } from '../codes.ts'
import type { Database } from '../database/database.ts'
import { isoInstant } from '../day.ts'
import { enqueue } from './jobs.ts'

/*
 * What happens in the house, as programs outside are told of it. Whoever does something says so here, in its own words; who is to
 * hear of it, and how, is found out after the commit by a job.
 */

/** Something that can happen, and what is told of it: nothing that does not stand in its shape. */
interface EventKind {
  summary: string
  data: z.ZodObject
}
export type Events = Readonly<Record<string, EventKind>>

/** When it happened, to what, as the audit names it, and which types anybody outside wants to hear of (`Company.eventsTold`). */
interface Happening {
  at: number
  about: string
  wanted: readonly string[]
}

/**
 * To be called in the transaction in which it happens: then it is told if, and only if, that is committed. What nobody wants to
 * hear costs nothing: its data are not made either.
 */
export async function tellOutside<Told extends Events, Type extends keyof Told & string>(
  db: Database,
  { at, about, wanted }: Happening,
  events: Told,
  type: Type,
  dataOf: () => z.input<Told[Type]['data']> | Promise<z.input<Told[Type]['data']>>,
): Promise<void> {
  if (!wanted.includes(type)) return
  const data = events[type]!.data.parse(await dataOf())
  const { id } = await writeEvent(db, { type, at, about, data })
  await enqueue(db, at, 'share-event', { event: id })
}

interface Event {
  type: string
  at: number
  about: string
  data: unknown
  /** A trial is for this one alone. */
  endpointId?: number
}

/** As it is told from then on, word for word, however often. */
export const writeEvent = (
  db: Database,
  { type, at, about, data, endpointId }: Event,
): Promise<{ id: number; code: string }> => {
  const code = `evt_${readableCode(26)}`
  const body = JSON.stringify({ id: code, type, timestamp: isoInstant(at), data })
  return db
    .insertInto('webhook_event')
    .values({ code, type, at, about, body, endpoint_id: endpointId ?? null })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow()
}

/** Of people who are forgotten nothing more is told, and nothing is kept of what was. */
export async function purgeEventsAbout(db: Database, abouts: readonly string[]): Promise<void> {
  if (abouts.length > 0) await db.deleteFrom('webhook_event').where('about', 'in', abouts).execute()
}
