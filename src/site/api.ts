import type { AccountsApi } from '../accounts/contract.ts'
import type { AvailabilityApi } from '../availability/contract.ts'
import type { BookingsApi } from '../bookings/contract.ts'
import type { ContentApi } from '../content/contract.ts'
import type { InvoicesApi } from '../invoices/contract.ts'
import type { EnquiriesApi } from '../enquiries/contract.ts'
import type { OpenApiApi } from '../platform/http/openapi.ts'
import type { MessagesApi } from '../messages/contract.ts'
import type { PaymentsApi } from '../payments/contract.ts'
import type { PostsApi } from '../posts/contract.ts'
import type { QuotationsApi } from '../quotations/contract.ts'
import type { RebookingApi } from '../rebooking/contract.ts'
import type { RoomsApi } from '../rooms/contract.ts'

/** Everything a page may ask for. */
export type Api = ContentApi &
  PostsApi &
  RoomsApi &
  AvailabilityApi &
  BookingsApi &
  PaymentsApi &
  InvoicesApi &
  RebookingApi &
  AccountsApi &
  EnquiriesApi &
  MessagesApi &
  QuotationsApi &
  OpenApiApi
