import type { Page } from '#platform/pages/page.tsx'
import type { OfficePageName } from '#routes/office.ts'
import { officePageAt } from './page-at.ts'
import type { OfficeApi } from './api.ts'

type AnyPage = Page<OfficeApi, unknown>

/** Loads a page by its name in its module. Only the page itself knows the type of its data. */
const later =
  <Data, Name extends string>(load: () => Promise<Record<Name, Page<OfficeApi, Data>>>, name: Name) =>
  async () =>
    (await load())[name] as AnyPage

/** Every page of the office. Each is loaded on the first visit. */
const pages: Record<OfficePageName, () => Promise<AnyPage>> = {
  stay: later(() => import('#front-desk/desk/stay/stay-page.tsx'), 'stayPage'),
  bill: later(() => import('#stays/bills/bill/bill-page.tsx'), 'billPage'),
  stayInvoices: later(() => import('#money/invoices/office/stay-invoices-page.tsx'), 'stayInvoicesPage'),
  invoices: later(() => import('#money/invoices/office/register-page.tsx'), 'invoicesPage'),
  invoice: later(() => import('#money/invoices/office/invoice-page.tsx'), 'invoicePage'),
  payments: later(() => import('#money/payments/office/payments-page.tsx'), 'paymentsPage'),
  takings: later(() => import('#money/payments/office/takings-page.tsx'), 'takingsPage'),
  settlements: later(() => import('#money/payments/office/settlements-page.tsx'), 'settlementsPage'),
  settlement: later(() => import('#money/payments/office/settlement-page.tsx'), 'settlementPage'),
  extras: later(() => import('#stays/bills/extras/extras-page.tsx'), 'extrasPage'),
  extra: later(() => import('#stays/bills/extras/extra-page.tsx'), 'extraPage'),
  today: later(() => import('#front-desk/desk/today/today-page.tsx'), 'todayPage'),
  handover: later(() => import('#front-desk/desk/handover/handover-page.tsx'), 'handoverPage'),
  chart: later(() => import('#front-desk/desk/chart/chart-page.tsx'), 'chartPage'),
  day: later(() => import('#front-desk/desk/day/day-page.tsx'), 'dayPage'),
  newBooking: later(() => import('#front-desk/desk/stay/new-booking-page.tsx'), 'newBookingPage'),
  requests: later(() => import('#stays/bookings/office/requests-page.tsx'), 'requestsPage'),
  bookings: later(() => import('#stays/bookings/office/bookings-page.tsx'), 'bookingsPage'),
  booking: later(() => import('#stays/bookings/office/booking-page.tsx'), 'bookingPage'),
  quotations: later(() => import('#trade/quotations/office/quotations-page.tsx'), 'quotationsPage'),
  newQuotation: later(() => import('#trade/quotations/office/new-quotation-page.tsx'), 'newQuotationPage'),
  quotation: later(() => import('#trade/quotations/office/quotation-page.tsx'), 'officeQuotationPage'),
  letters: later(() => import('#mail/office/sent-page.tsx'), 'sentEmailsPage'),
  letter: later(() => import('#mail/office/sent-email-page.tsx'), 'sentEmailPage'),
  inbox: later(() => import('#trade/inbox/office/inbox-page.tsx'), 'inboxPage'),
  cannedAnswers: later(() => import('#trade/inbox/office/canned-answers-page.tsx'), 'cannedAnswersPage'),
  cannedAnswer: later(() => import('#trade/inbox/office/canned-answer-page.tsx'), 'cannedAnswerPage'),
  enquiry: later(() => import('#trade/inbox/office/enquiry-page.tsx'), 'enquiryPage'),
  message: later(() => import('#trade/inbox/office/message-page.tsx'), 'messagePage'),
  security: later(() => import('#people/staff/office/security-page.tsx'), 'securityPage'),
  welcome: later(() => import('#people/staff/office/welcome.tsx'), 'welcomePage'),
  people: later(() => import('#people/staff/office/people-page.tsx'), 'peoplePage'),
  person: later(() => import('./person-page.tsx'), 'personPage'),
  team: later(() => import('#people/staff/office/team-page.tsx'), 'teamPage'),
  colleague: later(() => import('#people/staff/office/colleague-page.tsx'), 'colleaguePage'),
  role: later(() => import('#people/staff/office/role-page.tsx'), 'rolePage'),
  rooms: later(() => import('#stays/rooms/office/rooms-page.tsx'), 'roomsPage'),
  room: later(() => import('#stays/rooms/office/room-page.tsx'), 'roomPage'),
  units: later(() => import('#stays/availability/office/units-page.tsx'), 'unitsPage'),
  calendars: later(() => import('#front-desk/calendars/office/calendars-page.tsx'), 'calendarsPage'),
  housekeeping: later(() => import('#front-desk/desk/housekeeping/housekeeping-page.tsx'), 'housekeepingPage'),
  register: later(() => import('#front-desk/register/office/day-page.tsx'), 'registerDayPage'),
  registerSettings: later(() => import('#front-desk/register/office/settings-page.tsx'), 'registerSettingsPage'),
  stayRegister: later(() => import('#front-desk/register/office/stay-page.tsx'), 'stayRegisterPage'),
  rates: later(() => import('#stays/availability/office/rates-page.tsx'), 'ratesPage'),
  policies: later(() => import('#stays/policies/office/policies-page.tsx'), 'policiesPage'),
  policy: later(() => import('#stays/policies/office/policy-page.tsx'), 'policyPage'),
  facilities: later(() => import('#stays/rooms/office/facilities-page.tsx'), 'facilitiesPage'),
  facilityGroup: later(() => import('#stays/rooms/office/facility-group-page.tsx'), 'facilityGroupPage'),
  pictures: later(() => import('#content/media/office/pictures-page.tsx'), 'picturesPage'),
  picture: later(() => import('#content/media/office/picture-page.tsx'), 'picturePage'),
  posts: later(() => import('#content/posts/office/posts-page.tsx'), 'postsPage'),
  post: later(() => import('#content/posts/office/post-page.tsx'), 'officePostPage'),
  slides: later(() => import('#content/office/slides-page.tsx'), 'slidesPage'),
  slide: later(() => import('#content/office/slide-page.tsx'), 'slidePage'),
  products: later(() => import('#trade/enquiries/office/products-page.tsx'), 'officeProductsPage'),
  product: later(() => import('#trade/enquiries/office/product-page.tsx'), 'officeProductPage'),
  texts: later(() => import('#content/office/texts-page.tsx'), 'textsPage'),
  passage: later(() => import('#content/office/passage-page.tsx'), 'passagePage'),
  category: later(() => import('#content/office/category-text-page.tsx'), 'categoryTextPage'),
  labels: later(() => import('#content/office/labels-page.tsx'), 'labelsPage'),
  label: later(() => import('#content/office/label-page.tsx'), 'labelPage'),
  settings: later(() => import('#content/office/settings-page.tsx'), 'settingsPage'),
  settingsSection: later(() => import('#content/office/section-page.tsx'), 'sectionPage'),
  lettersSettings: later(() => import('#mail/office/emails-page.tsx'), 'emailsPage'),
  letterWordings: later(() => import('#mail/office/wordings-page.tsx'), 'emailWordingsPage'),
  letterWording: later(() => import('#mail/office/wording-page.tsx'), 'emailWordingPage'),
  vatSettings: later(() => import('#stays/availability/office/vat-page.tsx'), 'vatPage'),
  figures: later(() => import('#insight/figures/office/figures-page.tsx'), 'figuresPage'),
  figureStays: later(() => import('#insight/figures/office/stays-page.tsx'), 'staysPage'),
  visits: later(() => import('#insight/figures/office/visits-page.tsx'), 'visitsPage'),
  webhooks: later(() => import('#insight/webhooks/office/webhooks-page.tsx'), 'webhooksPage'),
  webhook: later(() => import('#insight/webhooks/office/webhook-page.tsx'), 'webhookPage'),
  webhookDelivery: later(() => import('#insight/webhooks/office/delivery-page.tsx'), 'deliveryPage'),
  log: later(() => import('#people/staff/office/log-page.tsx'), 'logPage'),
}

/** Returns the page at an English path with its parameters. */
export function pageAt(path: string): { open: () => Promise<AnyPage>; params: Record<string, string> } | null {
  const found = officePageAt(path)
  return found && { open: pages[found.name], params: found.params }
}
