import type { AccountsApi } from '#people/accounts/contract.ts'
import type { AvailabilityApi } from '#stays/availability/contract.ts'
import type { BookingsApi } from '#stays/bookings/contract.ts'
import type { ContentApi } from '#content/contract.ts'
import type { InvoicesApi } from '#money/invoices/contract.ts'
import type { EnquiriesApi } from '#trade/enquiries/contract.ts'
import type { OpenApiApi } from '#platform/http/openapi.ts'
import type { OwnEnquiriesApi } from '#trade/own-enquiries/contract.ts'
import type { MessagesApi } from '#mail/contract.ts'
import type { PaymentsApi } from '#money/payments/contract.ts'
import type { PostsApi } from '#content/posts/contract.ts'
import type { OrdersApi } from '#trade/orders/contract.ts'
import type { QuotationsApi } from '#trade/quotations/contract.ts'
import type { RebookingApi } from '#front-desk/rebooking/contract.ts'
import type { RoomsApi } from '#stays/rooms/contract.ts'

/** All endpoints that a page of the site may call. */
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
  OwnEnquiriesApi &
  MessagesApi &
  QuotationsApi &
  OrdersApi &
  OpenApiApi
