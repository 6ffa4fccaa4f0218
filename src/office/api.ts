import type { AccountsApi } from '../accounts/contract.ts'
import type { AvailabilityApi } from '../availability/contract.ts'
import type { RatesApi } from '../availability/office/rates-contract.ts'
import type { UnitsApi } from '../availability/office/units-contract.ts'
import type { VatApi } from '../availability/office/vat-contract.ts'
import type { BillApi } from '../bills/bill/contract.ts'
import type { PaymentsOfficeApi } from '../payments/office/contract.ts'
import type { InvoicesOfficeApi } from '../invoices/office/contract.ts'
import type { ExtrasApi } from '../bills/extras/contract.ts'
import type { BookingsOfficeApi } from '../bookings/office/contract.ts'
import type { CalendarsApi } from '../calendars/office/contract.ts'
import type { DeskApi } from '../desk/contract.ts'
import type { HousekeepingApi } from '../desk/housekeeping/contract.ts'
import type { RegisterApi } from '../register/office/contract.ts'
import type { ChartApi } from '../desk/chart/contract.ts'
import type { HandoverApi } from '../desk/handover/contract.ts'
import type { DayApi } from '../desk/day/contract.ts'
import type { StayApi } from '../desk/stay/contract.ts'
import type { TodayApi } from '../desk/today/contract.ts'
import type { FiguresApi } from '../figures/office/contract.ts'
import type { BehindApi } from '../figures/office/stays-contract.ts'
import type { VisitsApi } from '../figures/office/visits-contract.ts'
import type { SettingsApi } from '../content/office/settings-contract.ts'
import type { SlidesApi } from '../content/office/slides-contract.ts'
import type { EnquiriesApi } from '../enquiries/contract.ts'
import type { EnquiriesOfficeApi } from '../enquiries/office/contract.ts'
import type { InboxApi } from '../inbox/office/contract.ts'
import type { PoliciesApi } from '../policies/office/contract.ts'
import type { PostsOfficeApi } from '../posts/office/contract.ts'
import type { QuotationsOfficeApi } from '../quotations/office/contract.ts'
import type { RoomsOfficeApi } from '../rooms/office/contract.ts'
import type { MediaOfficeApi } from '../media/office/contract.ts'
import type { TextsApi } from '../content/office/texts-contract.ts'
import type { ProductsOfficeApi } from '../enquiries/office/products-contract.ts'
import type { LettersOfficeApi } from '../messages/office/contract.ts'
import type { SentLettersApi } from '../messages/office/sent-contract.ts'
import type { LetterWordingApi } from '../messages/office/wording-contract.ts'
import type { StaffOfficeApi } from '../staff/office/contract.ts'
import type { PeopleApi } from '../staff/office/people-contract.ts'
import type { TeamApi } from '../staff/office/team-contract.ts'
import type { WebhooksApi } from '../webhooks/office/contract.ts'

/** Everything a page of the office may ask for. */
export type OfficeApi = StaffOfficeApi &
  TeamApi &
  PeopleApi &
  BookingsOfficeApi &
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
  QuotationsOfficeApi &
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
  PostsOfficeApi &
  SlidesApi &
  LettersOfficeApi &
  SentLettersApi &
  LetterWordingApi &
  VatApi &
  FiguresApi &
  BehindApi &
  VisitsApi &
  HousekeepingApi &
  RegisterApi &
  WebhooksApi &
  Pick<AccountsApi, 'logout' | 'getSessions' | 'endSession' | 'endOtherSessions'>
