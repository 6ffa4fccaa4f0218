import type { SearchApi } from './search/contract.ts'
import type { AccountsApi } from '#people/accounts/contract.ts'
import type { AvailabilityApi } from '#stays/availability/contract.ts'
import type { RatesApi } from '#stays/availability/office/rates-contract.ts'
import type { UnitsApi } from '#stays/availability/office/units-contract.ts'
import type { VatApi } from '#stays/availability/office/vat-contract.ts'
import type { BillApi } from '#stays/bills/bill/contract.ts'
import type { PaymentsOfficeApi } from '#money/payments/office/contract.ts'
import type { InvoicesOfficeApi } from '#money/invoices/office/contract.ts'
import type { ExtrasApi } from '#stays/bills/extras/contract.ts'
import type { BookingsOfficeApi } from '#stays/bookings/office/contract.ts'
import type { GuestsApi } from '#stays/guests/contract.ts'
import type { CalendarsApi } from '#front-desk/calendars/office/contract.ts'
import type { DeskApi } from '#front-desk/desk/contract.ts'
import type { HousekeepingApi } from '#front-desk/desk/housekeeping/contract.ts'
import type { RegisterApi } from '#front-desk/register/office/contract.ts'
import type { ChartApi } from '#front-desk/desk/chart/contract.ts'
import type { HandoverApi } from '#front-desk/desk/handover/contract.ts'
import type { DayApi } from '#front-desk/desk/day/contract.ts'
import type { StayApi } from '#front-desk/desk/stay/contract.ts'
import type { TodayApi } from '#front-desk/desk/today/contract.ts'
import type { FiguresApi } from '#insight/figures/office/contract.ts'
import type { FigureStaysApi } from '#insight/figures/office/stays-contract.ts'
import type { VisitsApi } from '#insight/figures/office/visits-contract.ts'
import type { SettingsApi } from '#content/office/settings-contract.ts'
import type { SlidesApi } from '#content/office/slides-contract.ts'
import type { EnquiriesApi } from '#trade/enquiries/contract.ts'
import type { EnquiriesOfficeApi } from '#trade/enquiries/office/contract.ts'
import type { InboxApi } from '#trade/inbox/office/contract.ts'
import type { PoliciesApi } from '#stays/policies/office/contract.ts'
import type { PostsOfficeApi } from '#content/posts/office/contract.ts'
import type { CustomersApi } from '#people/customers/contract.ts'
import type { CustomerStaysApi } from '#stays/customers/contract.ts'
import type { CustomerSalesApi } from '#trade/customers/contract.ts'
import type { CustomerAccountApi } from '#money/customers/contract.ts'
import type { OrdersOfficeApi } from '#trade/orders/office/contract.ts'
import type { QuotationsOfficeApi } from '#trade/quotations/office/contract.ts'
import type { RoomsOfficeApi } from '#stays/rooms/office/contract.ts'
import type { MediaOfficeApi } from '#content/media/office/contract.ts'
import type { TextsApi } from '#content/office/texts-contract.ts'
import type { CertificatesApi } from '#trade/enquiries/office/certificates-contract.ts'
import type { ProductsOfficeApi } from '#trade/enquiries/office/products-contract.ts'
import type { EmailsOfficeApi } from '#mail/office/contract.ts'
import type { SentEmailsApi } from '#mail/office/sent-contract.ts'
import type { EmailWordingApi } from '#mail/office/wording-contract.ts'
import type { StaffOfficeApi } from '#people/staff/office/contract.ts'
import type { PeopleApi } from '#people/staff/office/people-contract.ts'
import type { TeamApi } from '#people/staff/office/team-contract.ts'
import type { StatusApi } from '#insight/status/contract.ts'
import type { WebhooksApi } from '#insight/webhooks/office/contract.ts'

/** All endpoints that a page of the office may call. */
export type OfficeApi = StaffOfficeApi &
  TeamApi &
  PeopleApi &
  BookingsOfficeApi &
  GuestsApi &
  BillApi &
  ExtrasApi &
  InvoicesOfficeApi &
  PaymentsOfficeApi &
  DeskApi &
  ChartApi &
  StayApi &
  TodayApi &
  DayApi &
  HandoverApi &
  EnquiriesOfficeApi &
  Pick<EnquiriesApi, 'getAttachment'> &
  CustomersApi &
  CustomerStaysApi &
  CustomerSalesApi &
  CustomerAccountApi &
  QuotationsOfficeApi &
  OrdersOfficeApi &
  InboxApi &
  RoomsOfficeApi &
  UnitsApi &
  CalendarsApi &
  RatesApi &
  PoliciesApi &
  Pick<AvailabilityApi, 'getStayPrice'> &
  MediaOfficeApi &
  SettingsApi &
  TextsApi &
  ProductsOfficeApi &
  CertificatesApi &
  PostsOfficeApi &
  SlidesApi &
  EmailsOfficeApi &
  SentEmailsApi &
  EmailWordingApi &
  VatApi &
  FiguresApi &
  FigureStaysApi &
  VisitsApi &
  HousekeepingApi &
  RegisterApi &
  SearchApi &
  StatusApi &
  WebhooksApi &
  Pick<AccountsApi, 'logout' | 'getSessions' | 'endSession' | 'endOtherSessions'>
