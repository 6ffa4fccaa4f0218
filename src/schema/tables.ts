import type { AccountTables } from './accounts.ts'
import type { BillTables } from './bills.ts'
import type { BookingTables } from './bookings.ts'
import type { CalendarTables } from './calendars.ts'
import type { ContentTables } from './content.ts'
import type { EnquiryTables } from './enquiries.ts'
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
 * Every table as the database has it; migrations/ is where they are made.
 * A day or night is the number of days since 1970-01-01, an instant (`…_at`, `…_until`) is epoch milliseconds,
 * money is whole poisha, a flag is 0 or 1, and a text in two languages falls back to English where Bangla is null.
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
    EnquiryTables,
    InboxTables,
    InvoiceTables,
    VisitTables,
    WebhookTables {}
