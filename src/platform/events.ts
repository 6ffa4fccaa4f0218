import type { z } from 'zod'
import { createReadableCode } from './codes.ts'
import type { Database } from './database/database.ts'
import { isoInstant } from './day.ts'
import { enqueue } from './background/jobs.ts'

/*
 * Events that are published to webhook subscribers. The code that causes an event calls publishEvent. After the commit,
 * a job creates a delivery for each subscriber.
 */

/** A type of event and its payload. Fields outside of the schema are not published. */
interface EventType {
  summary: string
  data: z.ZodObject
}
export type Events = Readonly<Record<string, EventType>>

/** The time of the event, its subject as in the audit log, and the subscribed types (`Company.subscribedEvents`). */
interface EventContext {
  at: number
  about: string
  eventTypes: readonly string[]
}

/**
 * Publishes an event. Call it in the transaction of the change: the event is published only if that commits. If no
 * endpoint subscribes to the type, the payload is not even built.
 */
export async function publishEvent<EventMap extends Events, Type extends keyof EventMap & string>(
  db: Database,
  { at, about, eventTypes }: EventContext,
  events: EventMap,
  type: Type,
  createData: () => z.input<EventMap[Type]['data']> | Promise<z.input<EventMap[Type]['data']>>,
): Promise<void> {
  if (!eventTypes.includes(type)) return
  const data = events[type]!.data.parse(await createData())
  const { id } = await writeEvent(db, { type, at, about, data })
  await enqueue(db, at, 'share-event', { event: id })
}

interface Event {
  type: string
  at: number
  about: string
  data: unknown
  /** Only for a test event: the endpoint that it is for. */
  endpointId?: number
}

/** Stores the event with its final body. All deliveries send exactly this text. */
export const writeEvent = (
  db: Database,
  { type, at, about, data, endpointId }: Event,
): Promise<{ id: number; code: string }> => {
  const code = `evt_${createReadableCode(26)}`
  const body = JSON.stringify({ id: code, type, timestamp: isoInstant(at), data })
  return db
    .insertInto('webhook_event')
    .values({ code, type, at, about, body, endpoint_id: endpointId ?? null })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow()
}

/** Deletes the events of erased people. Pending deliveries are dropped too. */
export async function purgeEventsAbout(db: Database, subjects: readonly string[]): Promise<void> {
  if (subjects.length > 0) await db.deleteFrom('webhook_event').where('about', 'in', subjects).execute()
}
