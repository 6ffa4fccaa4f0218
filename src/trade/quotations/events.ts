import type { Company } from '#content/company.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay } from '#platform/day.ts'
import { publishEvent } from '#platform/events.ts'
import { quotationEvents } from './contract.ts'
import { formatNumber, type Quotation, type Revision } from './store.ts'

/** Publishes an event about a quotation, in the transaction of the change. */
export const publishQuotationEvent = (
  db: Database,
  { now, company }: { now: number; company: Pick<Company, 'subscribedEvents'> },
  type: keyof typeof quotationEvents,
  {
    quotation,
    revision,
    changedBy = 'house',
  }: { quotation: Quotation; revision: Revision; changedBy?: 'buyer' | 'house' },
): Promise<void> =>
  publishEvent(
    db,
    { at: now, about: `quotation ${quotation.id}`, eventTypes: company.subscribedEvents },
    quotationEvents,
    type,
    () => {
      const { content } = revision
      return {
        number: formatNumber(quotation, revision.revision)!,
        company: content.company,
        currency: content.currency,
        total_minor: revision.total_minor,
        valid_until: isoDay(content.valid_until),
        name: content.name,
        email: revision.email,
        by: changedBy,
      }
    },
  )
