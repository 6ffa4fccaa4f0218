import { linkedEndpoints } from './linked-api.ts'
import { endpoints } from './public.ts'
import { officeEndpoints } from './office-api.ts'

export { officeEndpoints }

/** The path of the office. It leads to the first page of the navigation that the user may open. */
export const officeRoot = '/office'

/** The paths of the office pages. They are separate from the public ones, so that no public bundle contains them. */
export const officePages = {
  requests: '/office/requests',
  today: '/office/today',
  chart: '/office/chart',
  day: '/office/day',
  closedDay: '/office/day/:day',
  handover: '/office/handover',
  bookings: '/office/bookings',
  newBooking: '/office/bookings/new',
  booking: '/office/bookings/:code',
  bill: '/office/bookings/:code/bill',
  stayGuests: '/office/bookings/:code/guests',
  stayEmails: '/office/bookings/:code/emails',
  stayHistory: '/office/bookings/:code/history',
  invoices: '/office/invoices',
  invoice: '/office/invoices/:id',
  inbox: '/office/inbox',
  cannedAnswers: '/office/inbox/answers',
  cannedAnswer: '/office/inbox/answers/:id',
  enquiry: '/office/enquiries/:code',
  emails: '/office/emails',
  email: '/office/emails/:id',
  customers: '/office/customers',
  customer: '/office/customers/:id',
  customerDetails: '/office/customers/:id/details',
  customerAccount: '/office/customers/:id/account',
  receivables: '/office/receivables',
  quotations: '/office/quotations',
  quotation: '/office/quotations/:id',
  orders: '/office/orders',
  order: '/office/orders/:id',
  message: '/office/messages/:id',
  people: '/office/people',
  person: '/office/people/:id',
  team: '/office/team',
  colleague: '/office/team/:id',
  role: '/office/roles/:id',
  rooms: '/office/rooms',
  room: '/office/rooms/:id',
  units: '/office/rooms/:id/units',
  calendars: '/office/calendars',
  housekeeping: '/office/housekeeping',
  register: '/office/register',
  rates: '/office/rates',
  policies: '/office/policies',
  policy: '/office/policies/:id',
  payments: '/office/payments',
  takings: '/office/payments/takings',
  settlements: '/office/payments/settlements',
  settlement: '/office/payments/settlements/:id',
  extras: '/office/extras',
  extra: '/office/extras/:id',
  facilities: '/office/facilities',
  facilityGroup: '/office/facilities/:id',
  pictures: '/office/pictures',
  picture: '/office/pictures/:name',
  posts: '/office/posts',
  post: '/office/posts/:id',
  slides: '/office/slides',
  slide: '/office/slides/:id',
  products: '/office/products',
  certificates: '/office/products/certificates',
  certificate: '/office/products/certificates/:id',
  product: '/office/products/:id',
  texts: '/office/texts',
  passage: '/office/texts/passages/:id',
  category: '/office/texts/categories/:id',
  settings: '/office/settings',
  emailsSettings: '/office/settings/emails',
  emailWordings: '/office/settings/emails/wording',
  emailWording: '/office/settings/emails/wording/:kind',
  registerSettings: '/office/settings/register',
  vatSettings: '/office/settings/vat',
  settingsSection: '/office/settings/:section',
  webhooks: '/office/webhooks',
  webhook: '/office/webhooks/:id',
  webhookDelivery: '/office/webhooks/deliveries/:id',
  log: '/office/log',
  status: '/office/status',
  figures: '/office/figures',
  figureStays: '/office/figures/stays',
  visits: '/office/figures/visits',
  security: '/office/security',
  welcome: '/office/welcome',
} as const

/** The path of the calendar feeds. The secret in the URL is the only authorization. */
export const feedPath = '/calendars/:feed'

/** All endpoints, for the server and its tests. */
export const everyEndpoint = { ...endpoints, ...linkedEndpoints, ...officeEndpoints }
export type EveryEndpointName = keyof typeof everyEndpoint

export type OfficePageName = keyof typeof officePages

/** Returns the path of a record or a list page: `officeHref('booking', code)`. */
export const officeHref = (page: OfficePageName, id: string | number = ''): string =>
  officePages[page].replace(/:\w+/, encodeURIComponent(id))

/** Returns the path of the guest register of a stay, with the form of the first guest without a complete entry. */
export const buildIncompleteEntryHref = (code: string): string => `${officeHref('stayGuests', code)}?edit=incomplete`

/** Checks whether a path belongs to the inbox. Conversations use the path of their enquiry or message. */
export const isConversation = (path: string): boolean =>
  path.startsWith(officeHref('enquiry')) || path.startsWith(officeHref('message'))
