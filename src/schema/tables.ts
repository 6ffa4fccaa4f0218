import type { AccountTables } from './accounts.ts'
import type { BillTables } from './bills.ts'
import type { BookingTables } from './bookings.ts'
import type { CalendarTables } from './calendars.ts'
import type { ContentTables } from './content.ts'
import type { CustomerTables } from './customers.ts'
import type { EnquiryTables } from './enquiries.ts'
import type { FigureTables } from './figures.ts'
import type { InboxTables } from './inbox.ts'
import type { InvoiceTables } from './invoices.ts'
import type { LedgerTables } from './ledger.ts'
import type { MediaTables } from './media.ts'
import type { MessageTables } from './messages.ts'
import type { PaymentTables } from './payments.ts'
import type { PlatformTables } from './platform.ts'
import type { QuotationTables } from './quotations.ts'
import type { RoomTables } from './rooms.ts'
import type { VisitTables } from './visits.ts'
import type { WebhookTables } from './webhooks.ts'

/**
 * Every table of the database, as created in migrations/. A day or night is the number of days since 1970-01-01. A time
 * (`…_at`, `…_until`) is in epoch milliseconds, and money in whole poisha or cents. A flag is 0 or 1. Texts in two
 * languages fall back to English if the Bangla is null.
 */
export interface Tables
  extends
    PlatformTables,
    MessageTables,
    AccountTables,
    RoomTables,
    BookingTables,
    BillTables,
    CalendarTables,
    LedgerTables,
    PaymentTables,
    QuotationTables,
    MediaTables,
    ContentTables,
    CustomerTables,
    EnquiryTables,
    FigureTables,
    InboxTables,
    InvoiceTables,
    VisitTables,
    WebhookTables {}
