/**
 * The URLs that public pages use. Links, redirects, the router, the API and the tests use this table. It must not
 * import anything.
 */

export const languages = ['en', 'bn'] as const
export type Language = (typeof languages)[number]

export const pages = {
  home: '/',
  about: '/about',
  service: '/service',
  goals: '/goals',
  ourOfferings: '/our-offerings',
  countries: '/countries',
  courses: '/courses',
  ourServices: '/our-services',
  missionVision: '/mission-vision',
  blog: '/blog',
  blogDetails: '/blog-details',
  post: '/reading-blog/:slug',
  detail: '/details/:slug',
  contact: '/contact',
  privacy: '/privacy',
  imprint: '/imprint',
  products: '/products',
  product: '/products/:slug',
  colourCard: '/colour-card',
  enquiry: '/enquiry',
  rooms: '/rooms',
  party: '/rooms/together',
  room: '/booking-details/:slug',
  packages: '/premimum-packages',
  premiumPackages: '/premium-packages',
  bookingSuccess: '/booking-success',
  payment: '/payment',
  quotation: '/quotation',
  order: '/order',
  enquiryStatus: '/enquiry-status',
  unsubscribe: '/unsubscribe',
  login: '/login',
  userLogin: '/user-login',
  signUp: '/signup',
  register: '/register',
  forgotPassword: '/forget-password',
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email',
  undoEmail: '/undo-email-change',
  profile: '/user/profile',
  changePassword: '/user/change-password',
  dashboard: '/dashboard',
  booking: '/booking-history-details/:id',
} as const

/** Returns endpoints whose path ends with their name. */
export function createEndpointPaths<
  const Method extends 'GET' | 'POST',
  const Prefix extends `/api/${string}`,
  const Name extends string,
>(
  method: Method,
  prefix: Prefix,
  names: readonly Name[],
): { readonly [Each in Name]: readonly [Method, `${Prefix}${Each}`] } {
  return Object.fromEntries(names.map((name) => [name, [method, prefix + name]])) as never
}

/**
 * The endpoints that public pages call. They are part of the public scripts, so other endpoints are in separate lists.
 */
export const endpoints = {
  ...createEndpointPaths('GET', '/api/public/', [
    'getGlobalData',
    'getSliderData',
    'getPostData',
    'getSlugData',
    'getCategories',
    'getPassages',
    'getStayPrice',
    'getNearStays',
    'getUnavailableRooms',
    'getRoomNights',
    'activeRooms',
    'getRoomDetails',
    'getFacilities',
    'getCaptcha',
    'getProducts',
    'getProductDetails',
    'getColourCard',
    'getQuotation',
    'getOrder',
  ]),
  ...createEndpointPaths('POST', '/api/public/', [
    'getPreview',
    'filterBooking',
    'nearBooking',
    'getStay',
    'cancelStay',
    'getChangeOptions',
    'previewStayChange',
    'changeStay',
    'startPayment',
    'answerQuotation',
    'decideSample',
    'priceParty',
    'verifyStay',
    'getPayment',
    'getOwnInvoices',
    'requestInvoice',
    'getSentEnquiry',
    'unsubscribe',
  ]),
  ...createEndpointPaths('POST', '/api/auth/', [
    'guestRegister',
    'userLogin',
    'userRegister',
    'register',
    'forgotPassword',
    'resetPassword',
    'confirmEmail',
    'undoEmailChange',
    'logout',
    'checkLink',
  ]),
  ...createEndpointPaths('GET', '/api/booking/', ['activeBookingRooms', 'getBookingDetails', 'getUserRow']),
  ...createEndpointPaths('POST', '/api/booking/', ['cancelBooking', 'changeArrivalTime']),
  ...createEndpointPaths('GET', '/api/user/', ['getRoles', 'getSessions', 'getMyData']),
  ...createEndpointPaths('POST', '/api/user/', ['cancelEmailChange', 'endSession', 'endOtherSessions', 'closeAccount']),
  openOwnEnquiry: ['POST', '/api/enquiries/openOwnEnquiry'],
  getAttachment: ['GET', '/api/enquiries/attachment'],
  getOwnEnquiries: ['GET', '/api/enquiries/getOwnEnquiries'],
  getOwnInvoicePdf: ['GET', '/api/public/invoice.pdf'],
  getOwnReceiptPdf: ['GET', '/api/public/receipt.pdf'],
  getOwnProformaPdf: ['GET', '/api/public/proforma.pdf'],
  checkSelectedFacilities: ['GET', '/api/public/checkselectedfacilities'],
  sendContact: ['POST', '/api/public/sendContact', 'multipart'],
  sendEnquiry: ['POST', '/api/public/sendEnquiry', 'multipart'],
  writeAboutEnquiry: ['POST', '/api/public/writeAboutEnquiry', 'multipart'],
  requestGuestBooking: ['POST', '/api/public/bookingRequest'],
  requestBooking: ['POST', '/api/booking/bookingRequest', 'multipart'],
  updatePassword: ['POST', '/api/auth/updatePassword', 'multipart'],
  getStayCalendar: ['GET', '/api/booking/calendar.ics'],
  getBookingSummary: ['GET', '/api/booking/summary.pdf'],
  updateBookingUser: ['POST', '/api/user/updateBookingUser', 'multipart'],
  getOpenApi: ['GET', '/api/openapi.json'],
} as const satisfies Endpoints

/** Method, path, and whether the endpoint also accepts multipart. */
export type Endpoints = Readonly<Record<string, readonly ['GET' | 'POST', `/api/${string}`, 'multipart'?]>>

export const apiDocsPath = '/api/docs'
export const apiChapterPath = `${apiDocsPath}/:chapter`

/** Files for programs that read the site. The feed and the manifest exist in each language, like pages. */
export const files = {
  robots: '/robots.txt',
  sitemap: '/sitemap.xml',
  feed: '/feed.xml',
  manifest: '/site.webmanifest',
} as const

export type PageName = keyof typeof pages
export type EndpointName = keyof typeof endpoints
type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamsOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never
type Query = Record<string, string | number | undefined>

/** Returns the English path of a page: `href('room', { slug })`. `inLanguage` converts it to another language. */
export function href<Name extends PageName>(
  name: Name,
  params?: Record<ParamsOf<(typeof pages)[Name]>, string> | null,
  query?: Query,
): string {
  const path = pages[name].replace(/:(\w+)/g, (_, param: string) =>
    encodeURIComponent((params as Record<string, string>)[param] ?? ''),
  )
  return path + queryString(query)
}

export function queryString(query: Query = {}): string {
  const presentEntries = Object.entries(query).filter(
    (entry): entry is [string, string | number] => entry[1] !== undefined,
  )
  return presentEntries.length === 0
    ? ''
    : '?' + new URLSearchParams(presentEntries.map(([key, value]) => [key, String(value)]))
}

/**
 * Returns the path of a page in a language. English paths start at the root, Bangla paths with /bn: `/` ↔ `/bn`,
 * `/rooms` ↔ `/bn/rooms`.
 */
export function inLanguage(path: string, language: Language): string {
  if (language === 'en') return path
  return path === '/' ? '/bn' : path.startsWith('/?') || path.startsWith('/#') ? '/bn' + path.slice(1) : '/bn' + path
}

/** Splits a path into its language and its English path. */
export function readLanguage(path: string): { language: Language; path: string } {
  if (path === '/bn') return { language: 'bn', path: '/' }
  return path.startsWith('/bn/') ? { language: 'bn', path: path.slice(3) } : { language: 'en', path }
}

/**
 * The code calls the days of a stay checkIn and checkOut. The API has two spellings: one in searches, and so in page
 * URLs, and one in bookings.
 */
export const searchDayFields = { checkIn: 'check_in', checkOut: 'check_out' } as const
export const bookingDayFields = { checkIn: 'checkin', checkOut: 'checkout' } as const
