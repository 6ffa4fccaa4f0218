import type { Page } from '#platform/pages/page.tsx'
import type { OfficePageName } from '#routes/office.ts'
import { matchOfficePage } from './match-page.ts'
import type { OfficeApi } from './api.ts'

type AnyPage = Page<OfficeApi, unknown>

/** Loads a page by its name in its module. Only the page itself knows the type of its data. */
const lazyPage =
  <Data, Name extends string>(load: () => Promise<Record<Name, Page<OfficeApi, Data>>>, name: Name) =>
  async () =>
    (await load())[name] as AnyPage

/** Every page of the office. Each is loaded on the first visit. */
const pages: Record<OfficePageName, () => Promise<AnyPage>> = {
  bill: lazyPage(() => import('./stay/bill-tab.tsx'), 'billTab'),
  invoices: lazyPage(() => import('#money/invoices/office/register-page.tsx'), 'invoicesPage'),
  invoice: lazyPage(() => import('#money/invoices/office/invoice-page.tsx'), 'invoicePage'),
  payments: lazyPage(() => import('#money/payments/office/payments-page.tsx'), 'paymentsPage'),
  takings: lazyPage(() => import('#money/payments/office/takings-page.tsx'), 'takingsPage'),
  settlements: lazyPage(() => import('#money/payments/office/settlements-page.tsx'), 'settlementsPage'),
  settlement: lazyPage(() => import('#money/payments/office/settlement-page.tsx'), 'settlementPage'),
  extras: lazyPage(() => import('#stays/bills/extras/extras-page.tsx'), 'extrasPage'),
  extra: lazyPage(() => import('#stays/bills/extras/extra-page.tsx'), 'extraPage'),
  today: lazyPage(() => import('#front-desk/desk/today/today-page.tsx'), 'todayPage'),
  handover: lazyPage(() => import('#front-desk/desk/handover/handover-page.tsx'), 'handoverPage'),
  chart: lazyPage(() => import('#front-desk/desk/chart/chart-page.tsx'), 'chartPage'),
  day: lazyPage(() => import('#front-desk/desk/day/day-page.tsx'), 'dayPage'),
  closedDay: lazyPage(() => import('#front-desk/desk/day/closed-day-page.tsx'), 'closedDayPage'),
  newBooking: lazyPage(() => import('#front-desk/desk/stay/new-booking-page.tsx'), 'newBookingPage'),
  requests: lazyPage(() => import('#stays/bookings/office/requests-page.tsx'), 'requestsPage'),
  bookings: lazyPage(() => import('#stays/bookings/office/bookings-page.tsx'), 'bookingsPage'),
  booking: lazyPage(() => import('./stay/stay-tab.tsx'), 'stayTab'),
  customers: lazyPage(() => import('./customer/customers-page.tsx'), 'customersPage'),
  customer: lazyPage(() => import('./customer/overview-tab.tsx'), 'customerTab'),
  customerDetails: lazyPage(() => import('./customer/details-tab.tsx'), 'customerDetailsTab'),
  customerAccount: lazyPage(() => import('./customer/account-tab.tsx'), 'customerAccountTab'),
  receivables: lazyPage(() => import('#money/customers/receivables-page.tsx'), 'receivablesPage'),
  quotations: lazyPage(() => import('#trade/quotations/office/quotations-page.tsx'), 'quotationsPage'),
  orders: lazyPage(() => import('#trade/orders/office/orders-page.tsx'), 'ordersPage'),
  order: lazyPage(() => import('#trade/orders/office/order-page.tsx'), 'officeOrderPage'),
  quotation: lazyPage(() => import('#trade/quotations/office/quotation-page.tsx'), 'officeQuotationPage'),
  emails: lazyPage(() => import('#mail/office/sent-page.tsx'), 'sentEmailsPage'),
  email: lazyPage(() => import('#mail/office/sent-email-page.tsx'), 'sentEmailPage'),
  inbox: lazyPage(() => import('#trade/inbox/office/inbox-page.tsx'), 'inboxPage'),
  cannedAnswers: lazyPage(() => import('#trade/inbox/office/canned-answers-page.tsx'), 'cannedAnswersPage'),
  cannedAnswer: lazyPage(() => import('#trade/inbox/office/canned-answer-page.tsx'), 'cannedAnswerPage'),
  enquiry: lazyPage(() => import('#trade/inbox/office/enquiry-page.tsx'), 'enquiryPage'),
  message: lazyPage(() => import('#trade/inbox/office/message-page.tsx'), 'messagePage'),
  security: lazyPage(() => import('#people/staff/office/security-page.tsx'), 'securityPage'),
  welcome: lazyPage(() => import('#people/staff/office/welcome.tsx'), 'welcomePage'),
  people: lazyPage(() => import('#people/staff/office/people-page.tsx'), 'peoplePage'),
  person: lazyPage(() => import('./person-page.tsx'), 'personPage'),
  team: lazyPage(() => import('#people/staff/office/team-page.tsx'), 'teamPage'),
  colleague: lazyPage(() => import('#people/staff/office/colleague-page.tsx'), 'colleaguePage'),
  role: lazyPage(() => import('#people/staff/office/role-page.tsx'), 'rolePage'),
  rooms: lazyPage(() => import('#stays/rooms/office/rooms-page.tsx'), 'roomsPage'),
  room: lazyPage(() => import('#stays/rooms/office/room-page.tsx'), 'roomPage'),
  units: lazyPage(() => import('#stays/availability/office/units-page.tsx'), 'unitsPage'),
  calendars: lazyPage(() => import('#front-desk/calendars/office/calendars-page.tsx'), 'calendarsPage'),
  housekeeping: lazyPage(() => import('#front-desk/desk/housekeeping/housekeeping-page.tsx'), 'housekeepingPage'),
  register: lazyPage(() => import('#front-desk/register/office/day-page.tsx'), 'registerDayPage'),
  registerSettings: lazyPage(() => import('#front-desk/register/office/settings-page.tsx'), 'registerSettingsPage'),
  stayGuests: lazyPage(() => import('./stay/guests-tab.tsx'), 'guestsTab'),
  stayEmails: lazyPage(() => import('./stay/emails-tab.tsx'), 'emailsTab'),
  stayHistory: lazyPage(() => import('./stay/history-tab.tsx'), 'historyTab'),
  rates: lazyPage(() => import('#stays/availability/office/rates-page.tsx'), 'ratesPage'),
  policies: lazyPage(() => import('#stays/policies/office/policies-page.tsx'), 'policiesPage'),
  policy: lazyPage(() => import('#stays/policies/office/policy-page.tsx'), 'policyPage'),
  facilities: lazyPage(() => import('#stays/rooms/office/facilities-page.tsx'), 'facilitiesPage'),
  facilityGroup: lazyPage(() => import('#stays/rooms/office/facility-group-page.tsx'), 'facilityGroupPage'),
  pictures: lazyPage(() => import('#content/media/office/pictures-page.tsx'), 'picturesPage'),
  picture: lazyPage(() => import('#content/media/office/picture-page.tsx'), 'picturePage'),
  posts: lazyPage(() => import('#content/posts/office/posts-page.tsx'), 'postsPage'),
  post: lazyPage(() => import('#content/posts/office/post-page.tsx'), 'officePostPage'),
  slides: lazyPage(() => import('#content/office/slides-page.tsx'), 'slidesPage'),
  slide: lazyPage(() => import('#content/office/slide-page.tsx'), 'slidePage'),
  products: lazyPage(() => import('#trade/enquiries/office/products-page.tsx'), 'officeProductsPage'),
  product: lazyPage(() => import('#trade/enquiries/office/product-page.tsx'), 'officeProductPage'),
  certificates: lazyPage(() => import('#trade/enquiries/office/certificates-page.tsx'), 'certificatesPage'),
  certificate: lazyPage(() => import('#trade/enquiries/office/certificate-page.tsx'), 'certificatePage'),
  texts: lazyPage(() => import('#content/office/texts-page.tsx'), 'textsPage'),
  passage: lazyPage(() => import('#content/office/passage-page.tsx'), 'passagePage'),
  category: lazyPage(() => import('#content/office/category-text-page.tsx'), 'categoryTextPage'),
  settings: lazyPage(() => import('#content/office/settings-page.tsx'), 'settingsPage'),
  settingsSection: lazyPage(() => import('#content/office/section-page.tsx'), 'sectionPage'),
  emailsSettings: lazyPage(() => import('#mail/office/emails-page.tsx'), 'emailsPage'),
  emailWordings: lazyPage(() => import('#mail/office/wordings-page.tsx'), 'emailWordingsPage'),
  emailWording: lazyPage(() => import('#mail/office/wording-page.tsx'), 'emailWordingPage'),
  vatSettings: lazyPage(() => import('#stays/availability/office/vat-page.tsx'), 'vatPage'),
  figures: lazyPage(() => import('#insight/figures/office/figures-page.tsx'), 'figuresPage'),
  figureStays: lazyPage(() => import('#insight/figures/office/stays-page.tsx'), 'staysPage'),
  visits: lazyPage(() => import('#insight/figures/office/visits-page.tsx'), 'visitsPage'),
  status: lazyPage(() => import('#insight/status/status-page.tsx'), 'statusPage'),
  webhooks: lazyPage(() => import('#insight/webhooks/office/webhooks-page.tsx'), 'webhooksPage'),
  webhook: lazyPage(() => import('#insight/webhooks/office/webhook-page.tsx'), 'webhookPage'),
  webhookDelivery: lazyPage(() => import('#insight/webhooks/office/delivery-page.tsx'), 'deliveryPage'),
  log: lazyPage(() => import('#people/staff/office/log-page.tsx'), 'logPage'),
}

/** Returns the page at an English path with its parameters. */
export function findPage(path: string): { open: () => Promise<AnyPage>; params: Record<string, string> } | null {
  const match = matchOfficePage(path)
  return match && { open: pages[match.name], params: match.params }
}
