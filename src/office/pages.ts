import type { Page } from '#platform/pages/page.tsx'
import type { OfficePageName } from '#routes/office.ts'
import { matchOfficePage } from './match-page.ts'
import type { OfficeApi } from './api.ts'

type AnyPage = Page<OfficeApi, unknown>

/** Loads a page by its name in its module. Only the page itself knows the type of its data. */
const createLazyPage =
  <Data, Name extends string>(load: () => Promise<Record<Name, Page<OfficeApi, Data>>>, name: Name) =>
  async () =>
    (await load())[name] as AnyPage

/** Every page of the office. Each is loaded on the first visit. */
const pages: Record<OfficePageName, () => Promise<AnyPage>> = {
  bill: createLazyPage(() => import('./stay/bill-tab.tsx'), 'billTab'),
  invoices: createLazyPage(() => import('#money/invoices/office/register-page.tsx'), 'invoicesPage'),
  invoice: createLazyPage(() => import('#money/invoices/office/invoice-page.tsx'), 'invoicePage'),
  payments: createLazyPage(() => import('#money/payments/office/payments-page.tsx'), 'paymentsPage'),
  takings: createLazyPage(() => import('#money/payments/office/takings-page.tsx'), 'takingsPage'),
  settlements: createLazyPage(() => import('#money/payments/office/settlements-page.tsx'), 'settlementsPage'),
  settlement: createLazyPage(() => import('#money/payments/office/settlement-page.tsx'), 'settlementPage'),
  extras: createLazyPage(() => import('#stays/bills/extras/extras-page.tsx'), 'extrasPage'),
  extra: createLazyPage(() => import('#stays/bills/extras/extra-page.tsx'), 'extraPage'),
  today: createLazyPage(() => import('#front-desk/desk/today/today-page.tsx'), 'todayPage'),
  handover: createLazyPage(() => import('#front-desk/desk/handover/handover-page.tsx'), 'handoverPage'),
  chart: createLazyPage(() => import('#front-desk/desk/chart/chart-page.tsx'), 'chartPage'),
  day: createLazyPage(() => import('#front-desk/desk/day/day-page.tsx'), 'dayPage'),
  closedDay: createLazyPage(() => import('#front-desk/desk/day/closed-day-page.tsx'), 'closedDayPage'),
  newBooking: createLazyPage(() => import('#front-desk/desk/stay/new-booking-page.tsx'), 'newBookingPage'),
  requests: createLazyPage(() => import('#stays/bookings/office/requests-page.tsx'), 'requestsPage'),
  bookings: createLazyPage(() => import('#stays/bookings/office/bookings-page.tsx'), 'bookingsPage'),
  booking: createLazyPage(() => import('./stay/stay-tab.tsx'), 'stayTab'),
  customers: createLazyPage(() => import('./customer/customers-page.tsx'), 'customersPage'),
  customer: createLazyPage(() => import('./customer/overview-tab.tsx'), 'customerTab'),
  customerDetails: createLazyPage(() => import('./customer/details-tab.tsx'), 'customerDetailsTab'),
  customerAccount: createLazyPage(() => import('./customer/account-tab.tsx'), 'customerAccountTab'),
  receivables: createLazyPage(() => import('#money/customers/office/receivables-page.tsx'), 'receivablesPage'),
  quotations: createLazyPage(() => import('#trade/quotations/office/quotations-page.tsx'), 'quotationsPage'),
  orders: createLazyPage(() => import('#trade/orders/office/orders-page.tsx'), 'ordersPage'),
  order: createLazyPage(() => import('#trade/orders/office/order-page.tsx'), 'officeOrderPage'),
  quotation: createLazyPage(() => import('#trade/quotations/office/quotation-page.tsx'), 'officeQuotationPage'),
  emails: createLazyPage(() => import('#mail/office/sent-page.tsx'), 'sentEmailsPage'),
  email: createLazyPage(() => import('#mail/office/sent-email-page.tsx'), 'sentEmailPage'),
  inbox: createLazyPage(() => import('#trade/inbox/office/inbox-page.tsx'), 'inboxPage'),
  cannedAnswers: createLazyPage(() => import('#trade/inbox/office/canned-answers-page.tsx'), 'cannedAnswersPage'),
  cannedAnswer: createLazyPage(() => import('#trade/inbox/office/canned-answer-page.tsx'), 'cannedAnswerPage'),
  enquiry: createLazyPage(() => import('#trade/inbox/office/enquiry-page.tsx'), 'enquiryPage'),
  message: createLazyPage(() => import('#trade/inbox/office/message-page.tsx'), 'messagePage'),
  security: createLazyPage(() => import('#people/staff/office/security-page.tsx'), 'securityPage'),
  welcome: createLazyPage(() => import('#people/staff/office/welcome.tsx'), 'welcomePage'),
  people: createLazyPage(() => import('#people/staff/office/people-page.tsx'), 'peoplePage'),
  person: createLazyPage(() => import('./person-page.tsx'), 'personPage'),
  team: createLazyPage(() => import('#people/staff/office/team-page.tsx'), 'teamPage'),
  colleague: createLazyPage(() => import('#people/staff/office/colleague-page.tsx'), 'colleaguePage'),
  role: createLazyPage(() => import('#people/staff/office/role-page.tsx'), 'rolePage'),
  rooms: createLazyPage(() => import('#stays/rooms/office/rooms-page.tsx'), 'roomsPage'),
  room: createLazyPage(() => import('#stays/rooms/office/room-page.tsx'), 'roomPage'),
  units: createLazyPage(() => import('#stays/availability/office/units-page.tsx'), 'unitsPage'),
  calendars: createLazyPage(() => import('#front-desk/calendars/office/calendars-page.tsx'), 'calendarsPage'),
  housekeeping: createLazyPage(() => import('#front-desk/desk/housekeeping/housekeeping-page.tsx'), 'housekeepingPage'),
  register: createLazyPage(() => import('#front-desk/register/office/day-page.tsx'), 'registerDayPage'),
  registerSettings: createLazyPage(
    () => import('#front-desk/register/office/settings-page.tsx'),
    'registerSettingsPage',
  ),
  stayGuests: createLazyPage(() => import('./stay/guests-tab.tsx'), 'guestsTab'),
  stayEmails: createLazyPage(() => import('./stay/emails-tab.tsx'), 'emailsTab'),
  stayHistory: createLazyPage(() => import('./stay/history-tab.tsx'), 'historyTab'),
  rates: createLazyPage(() => import('#stays/availability/office/rates-page.tsx'), 'ratesPage'),
  policies: createLazyPage(() => import('#stays/policies/office/policies-page.tsx'), 'policiesPage'),
  policy: createLazyPage(() => import('#stays/policies/office/policy-page.tsx'), 'policyPage'),
  facilities: createLazyPage(() => import('#stays/rooms/office/facilities-page.tsx'), 'facilitiesPage'),
  facilityGroup: createLazyPage(() => import('#stays/rooms/office/facility-group-page.tsx'), 'facilityGroupPage'),
  pictures: createLazyPage(() => import('#content/media/office/pictures-page.tsx'), 'picturesPage'),
  picture: createLazyPage(() => import('#content/media/office/picture-page.tsx'), 'picturePage'),
  posts: createLazyPage(() => import('#content/posts/office/posts-page.tsx'), 'postsPage'),
  post: createLazyPage(() => import('#content/posts/office/post-page.tsx'), 'officePostPage'),
  slides: createLazyPage(() => import('#content/office/slides-page.tsx'), 'slidesPage'),
  slide: createLazyPage(() => import('#content/office/slide-page.tsx'), 'slidePage'),
  products: createLazyPage(() => import('#trade/enquiries/office/products-page.tsx'), 'officeProductsPage'),
  product: createLazyPage(() => import('#trade/enquiries/office/product-page.tsx'), 'officeProductPage'),
  certificates: createLazyPage(() => import('#trade/enquiries/office/certificates-page.tsx'), 'certificatesPage'),
  certificate: createLazyPage(() => import('#trade/enquiries/office/certificate-page.tsx'), 'certificatePage'),
  texts: createLazyPage(() => import('#content/office/texts-page.tsx'), 'textsPage'),
  passage: createLazyPage(() => import('#content/office/passage-page.tsx'), 'passagePage'),
  category: createLazyPage(() => import('#content/office/category-text-page.tsx'), 'categoryTextPage'),
  settings: createLazyPage(() => import('./settings-page.tsx'), 'settingsPage'),
  settingsSection: createLazyPage(() => import('#content/office/section-page.tsx'), 'sectionPage'),
  emailsSettings: createLazyPage(() => import('#mail/office/emails-page.tsx'), 'emailsPage'),
  emailWordings: createLazyPage(() => import('#mail/office/wordings-page.tsx'), 'emailWordingsPage'),
  emailWording: createLazyPage(() => import('#mail/office/wording-page.tsx'), 'emailWordingPage'),
  vatSettings: createLazyPage(() => import('#stays/availability/office/vat-page.tsx'), 'vatPage'),
  figures: createLazyPage(() => import('#insight/figures/office/figures-page.tsx'), 'figuresPage'),
  figureStays: createLazyPage(() => import('#insight/figures/office/stays-page.tsx'), 'staysPage'),
  visits: createLazyPage(() => import('#insight/figures/office/visits-page.tsx'), 'visitsPage'),
  status: createLazyPage(() => import('#insight/status/office/status-page.tsx'), 'statusPage'),
  webhooks: createLazyPage(() => import('#insight/webhooks/office/webhooks-page.tsx'), 'webhooksPage'),
  webhook: createLazyPage(() => import('#insight/webhooks/office/webhook-page.tsx'), 'webhookPage'),
  webhookDelivery: createLazyPage(() => import('#insight/webhooks/office/delivery-page.tsx'), 'deliveryPage'),
  log: createLazyPage(() => import('#people/staff/office/log-page.tsx'), 'logPage'),
}

/** Returns the page at an English path with its parameters. */
export function findPage(path: string): { open: () => Promise<AnyPage>; params: Record<string, string> } | null {
  const match = matchOfficePage(path)
  return match && { open: pages[match.name], params: match.params }
}
