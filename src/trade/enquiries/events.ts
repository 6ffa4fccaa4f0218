import { readCompany, type Company } from '#content/company.ts'
import type { Database } from '#platform/database/database.ts'
import { isoInstant } from '#platform/day.ts'
import { publishEvent } from '#platform/events.ts'
import type { Language } from '#routes/public.ts'
import { enquiryEvents } from './contract.ts'
import { listLines } from './store.ts'

/** Publishes the event for a new enquiry. */
export const publishEnquiryReceived = (
  db: Database,
  { now, company }: { now: number; company: Company },
  { id, code }: { id: number; code: string },
): Promise<void> =>
  publishEvent(
    db,
    { at: now, about: `enquiry ${code}`, eventTypes: company.subscribedEvents },
    enquiryEvents,
    'enquiry.received',
    async () => {
      const enquiry = await db.selectFrom('enquiry').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const lines = await listLines(db, [id])
      const { name, email, phone, notes } = enquiry
      return {
        code,
        company: enquiry.company,
        asked_at: isoInstant(enquiry.created_at),
        lines: lines.map(({ enquiry_id: _, product_id: __, ...line }) => line),
        notes,
        name,
        email,
        phone,
        language: enquiry.language as Language,
      }
    },
  )

/** Publishes the event for the first answer: an email, a quotation, or a manual mark by staff. */
export async function publishEnquiryAnswered(db: Database, now: number, enquiryId: number): Promise<void> {
  const { subscribedEvents } = await readCompany(db)
  if (!subscribedEvents.includes('enquiry.answered')) return
  const { code, company, created_at } = await db
    .selectFrom('enquiry')
    .select(['code', 'company', 'created_at'])
    .where('id', '=', enquiryId)
    .executeTakeFirstOrThrow()
  await publishEvent(
    db,
    { at: now, about: `enquiry ${code}`, eventTypes: subscribedEvents },
    enquiryEvents,
    'enquiry.answered',
    () => ({
      code,
      company,
      asked_at: isoInstant(created_at),
    }),
  )
}
