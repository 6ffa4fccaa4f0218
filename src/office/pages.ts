import type { Page } from '../platform/pages/page.tsx'
import type { OfficePageName } from '../urls-office.ts'
import { officePageAt } from './page-at.ts'
import type { OfficeApi } from './api.ts'

type AnyPage = Page<OfficeApi, unknown>

/** A page by its name in its module: its own data is known to itself alone. */
const later =
  <Data, Name extends string>(load: () => Promise<Record<Name, Page<OfficeApi, Data>>>, name: Name) =>
  async () =>
    (await load())[name] as AnyPage

/** Every page of the office, each loaded when somebody goes there. */
const pages: Record<OfficePageName, () => Promise<AnyPage>> = {
  stay: later(() => import('../desk/stay/stay-page.tsx'), 'stayPage'),
  bill: later(() => import('../bills/bill/bill-page.tsx'), 'billPage'),
  stayInvoices: later(() => import('../invoices/office/stay-invoices-page.tsx'), 'stayInvoicesPage'),
  invoices: later(() => import('../invoices/office/register-page.tsx'), 'invoicesPage'),
  invoice: later(() => import('../invoices/office/invoice-page.tsx'), 'invoicePage'),
  payments: later(() => import('../payments/office/payments-page.tsx'), 'paymentsPage'),
  takings: later(() => import('../payments/office/takings-page.tsx'), 'takingsPage'),
  settlements: later(() => import('../payments/office/settlements-page.tsx'), 'settlementsPage'),
  settlement: later(() => import('../payments/office/settlement-page.tsx'), 'settlementPage'),
  extras: later(() => import('../bills/extras/extras-page.tsx'), 'extrasPage'),
  extra: later(() => import('../bills/extras/extra-page.tsx'), 'extraPage'),
  today: later(() => import('../desk/today/today-page.tsx'), 'todayPage'),
  handover: later(() => import('../desk/handover/handover-page.tsx'), 'handoverPage'),
  chart: later(() => import('../desk/chart/chart-page.tsx'), 'chartPage'),
  day: later(() => import('../desk/day/day-page.tsx'), 'dayPage'),
  newBooking: later(() => import('../desk/stay/new-booking-page.tsx'), 'newBookingPage'),
  requests: later(() => import('../bookings/office/requests-page.tsx'), 'requestsPage'),
  bookings: later(() => import('../bookings/office/bookings-page.tsx'), 'bookingsPage'),
  booking: later(() => import('../bookings/office/booking-page.tsx'), 'bookingPage'),
  quotations: later(() => import('../quotations/office/quotations-page.tsx'), 'quotationsPage'),
  newQuotation: later(() => import('../quotations/office/new-quotation-page.tsx'), 'newQuotationPage'),
  quotation: later(() => import('../quotations/office/quotation-page.tsx'), 'officeQuotationPage'),
  letters: later(() => import('../messages/office/sent-page.tsx'), 'sentLettersPage'),
  letter: later(() => import('../messages/office/sent-letter-page.tsx'), 'sentLetterPage'),
  inbox: later(() => import('../inbox/office/inbox-page.tsx'), 'inboxPage'),
  cannedAnswers: later(() => import('../inbox/office/canned-answers-page.tsx'), 'cannedAnswersPage'),
  cannedAnswer: later(() => import('../inbox/office/canned-answer-page.tsx'), 'cannedAnswerPage'),
  enquiry: later(() => import('../inbox/office/enquiry-page.tsx'), 'enquiryPage'),
  message: later(() => import('../inbox/office/message-page.tsx'), 'messagePage'),
  security: later(() => import('../staff/office/security-page.tsx'), 'securityPage'),
  welcome: later(() => import('../staff/office/welcome.tsx'), 'welcomePage'),
  people: later(() => import('../staff/office/people-page.tsx'), 'peoplePage'),
  person: later(() => import('./person-page.tsx'), 'personPage'),
  team: later(() => import('../staff/office/team-page.tsx'), 'teamPage'),
  colleague: later(() => import('../staff/office/colleague-page.tsx'), 'colleaguePage'),
  role: later(() => import('../staff/office/role-page.tsx'), 'rolePage'),
  rooms: later(() => import('../rooms/office/rooms-page.tsx'), 'roomsPage'),
  room: later(() => import('../rooms/office/room-page.tsx'), 'roomPage'),
  units: later(() => import('../availability/office/units-page.tsx'), 'unitsPage'),
  calendars: later(() => import('../calendars/office/calendars-page.tsx'), 'calendarsPage'),
  housekeeping: later(() => import('../desk/housekeeping/housekeeping-page.tsx'), 'housekeepingPage'),
  register: later(() => import('../register/office/day-page.tsx'), 'registerDayPage'),
  registerSettings: later(() => import('../register/office/settings-page.tsx'), 'registerSettingsPage'),
  stayRegister: later(() => import('../register/office/stay-page.tsx'), 'stayRegisterPage'),
  rates: later(() => import('../availability/office/rates-page.tsx'), 'ratesPage'),
  policies: later(() => import('../policies/office/policies-page.tsx'), 'policiesPage'),
  policy: later(() => import('../policies/office/policy-page.tsx'), 'policyPage'),
  facilities: later(() => import('../rooms/office/facilities-page.tsx'), 'facilitiesPage'),
  facilityGroup: later(() => import('../rooms/office/facility-group-page.tsx'), 'facilityGroupPage'),
  pictures: later(() => import('../media/office/pictures-page.tsx'), 'picturesPage'),
  picture: later(() => import('../media/office/picture-page.tsx'), 'picturePage'),
  posts: later(() => import('../posts/office/posts-page.tsx'), 'postsPage'),
  post: later(() => import('../posts/office/post-page.tsx'), 'officePostPage'),
  slides: later(() => import('../content/office/slides-page.tsx'), 'slidesPage'),
  slide: later(() => import('../content/office/slide-page.tsx'), 'slidePage'),
  products: later(() => import('../enquiries/office/products-page.tsx'), 'officeProductsPage'),
  product: later(() => import('../enquiries/office/product-page.tsx'), 'officeProductPage'),
  texts: later(() => import('../content/office/texts-page.tsx'), 'textsPage'),
  passage: later(() => import('../content/office/passage-page.tsx'), 'passagePage'),
  category: later(() => import('../content/office/category-text-page.tsx'), 'categoryTextPage'),
  labels: later(() => import('../content/office/labels-page.tsx'), 'labelsPage'),
  label: later(() => import('../content/office/label-page.tsx'), 'labelPage'),
  settings: later(() => import('../content/office/settings-page.tsx'), 'settingsPage'),
  settingsSection: later(() => import('../content/office/section-page.tsx'), 'sectionPage'),
  lettersSettings: later(() => import('../messages/office/letters-page.tsx'), 'lettersPage'),
  letterWordings: later(() => import('../messages/office/wordings-page.tsx'), 'letterWordingsPage'),
  letterWording: later(() => import('../messages/office/wording-page.tsx'), 'letterWordingPage'),
  vatSettings: later(() => import('../availability/office/vat-page.tsx'), 'vatPage'),
  figures: later(() => import('../figures/office/figures-page.tsx'), 'figuresPage'),
  figureStays: later(() => import('../figures/office/stays-page.tsx'), 'staysPage'),
  visits: later(() => import('../figures/office/visits-page.tsx'), 'visitsPage'),
  webhooks: later(() => import('../webhooks/office/webhooks-page.tsx'), 'webhooksPage'),
  webhook: later(() => import('../webhooks/office/webhook-page.tsx'), 'webhookPage'),
  webhookDelivery: later(() => import('../webhooks/office/delivery-page.tsx'), 'deliveryPage'),
  log: later(() => import('../staff/office/log-page.tsx'), 'logPage'),
}

/** The page at an English path, and which one of it. */
export function pageAt(path: string): { open: () => Promise<AnyPage>; params: Record<string, string> } | null {
  const found = officePageAt(path)
  return found && { open: pages[found.name], params: found.params }
}
