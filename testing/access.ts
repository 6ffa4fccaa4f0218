import type { EveryEndpointName } from '#routes/office.ts'
import { apiDocsPath, pages, type PageName } from '#routes/public.ts'
import { officeAccess, officePathStatuses } from './access-office.ts'
import type { ExpectedStatuses } from './callers.ts'

/**
 * The expected status of each endpoint for each person. Endpoints with unwanted effects get an empty form: the status
 * 422 then means that the person may call them.
 */
export const endpointAccess: Record<EveryEndpointName, ExpectedStatuses> = {
  //                       visitor junk guest member other staff owner expired suspended
  getGlobalData: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  getSliderData: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  getPostData: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  getSlugData: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  getPreview: [404, 404, 404, 404, 404, 404, 404, 404, 404],
  getCategories: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  getPassages: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  activeRooms: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  getRoomDetails: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  getFacilities: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  checkSelectedFacilities: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  getCaptcha: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  getProducts: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  getColourCard: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  getProductDetails: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  getOpenApi: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  getStayPrice: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  getNearStays: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  getUnavailableRooms: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  getRoomNights: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  nearBooking: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  priceParty: [422, 422, 422, 422, 422, 422, 422, 422, 422],
  filterBooking: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  // These use a link that only the guest's or buyer's email contains.
  verifyStay: [404, 404, 404, 404, 404, 404, 404, 404, 404],
  getStay: [404, 404, 404, 404, 404, 404, 404, 404, 404],
  getChangeOptions: [422, 422, 422, 422, 422, 422, 422, 422, 422],
  previewStayChange: [422, 422, 422, 422, 422, 422, 422, 422, 422],
  changeStay: [422, 422, 422, 422, 422, 422, 422, 422, 422],
  changeArrivalTime: [422, 422, 422, 422, 422, 422, 422, 422, 422],
  startPayment: [404, 404, 404, 404, 404, 404, 404, 404, 404],
  getPayment: [404, 404, 404, 404, 404, 404, 404, 404, 404],
  getQuotation: [404, 404, 404, 404, 404, 404, 404, 404, 404],
  unsubscribe: [422, 422, 422, 422, 422, 422, 422, 422, 422],
  answerQuotation: [422, 422, 422, 422, 422, 422, 422, 422, 422],
  getQuotationPdf: [404, 404, 404, 404, 404, 404, 404, 404, 404],
  getOrder: [404, 404, 404, 404, 404, 404, 404, 404, 404],
  getOrderPdf: [404, 404, 404, 404, 404, 404, 404, 404, 404],
  getOrderDocument: [404, 404, 404, 404, 404, 404, 404, 404, 404],
  decideSample: [422, 422, 422, 422, 422, 422, 422, 422, 422],
  getSentEnquiry: [404, 404, 404, 404, 404, 404, 404, 404, 404],
  writeAboutEnquiry: [404, 404, 404, 404, 404, 404, 404, 404, 404],
  cancelStay: [404, 404, 404, 404, 404, 404, 404, 404, 404],
  sendContact: [422, 422, 422, 422, 422, 422, 422, 422, 422],
  sendEnquiry: [422, 422, 422, 422, 422, 422, 422, 422, 422],
  guestRegister: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  userLogin: [422, 422, 422, 422, 422, 422, 422, 422, 422],
  userRegister: [422, 422, 422, 422, 422, 422, 422, 422, 422],
  register: [422, 422, 422, 422, 422, 422, 422, 422, 422],
  forgotPassword: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  resetPassword: [422, 422, 422, 422, 422, 422, 422, 422, 422],
  confirmEmail: [422, 422, 422, 422, 422, 422, 422, 422, 422],
  undoEmailChange: [422, 422, 422, 422, 422, 422, 422, 422, 422],
  checkLink: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  requestGuestBooking: [401, 401, 422, 422, 422, 422, 422, 401, 401],
  requestBooking: [401, 401, 403, 422, 422, 422, 422, 401, 401],
  activeBookingRooms: [401, 401, 200, 200, 200, 200, 200, 401, 401],
  // A stay of the member. No other account can see it, in any role.
  getStayCalendar: [401, 401, 404, 200, 404, 404, 404, 401, 401],
  getBookingDetails: [401, 401, 404, 200, 404, 404, 404, 401, 401],
  getBookingSummary: [401, 401, 404, 200, 404, 404, 404, 401, 401],
  cancelBooking: [401, 401, 404, 200, 404, 404, 404, 401, 401],
  getOwnInvoices: [401, 401, 404, 200, 404, 404, 404, 401, 401],
  requestInvoice: [422, 422, 422, 422, 422, 422, 422, 422, 422],
  getOwnInvoicePdf: [422, 422, 422, 422, 422, 422, 422, 422, 422],
  getOwnReceiptPdf: [422, 422, 422, 422, 422, 422, 422, 422, 422],
  getOwnProformaPdf: [422, 422, 422, 422, 422, 422, 422, 422, 422],
  // An enquiry of the member and its file. Staff who answer the enquiry may read the file too.
  getOwnEnquiries: [401, 401, 200, 200, 200, 200, 200, 401, 401],
  openOwnEnquiry: [401, 401, 404, 200, 404, 404, 404, 401, 401],
  getAttachment: [401, 401, 404, 200, 404, 200, 200, 401, 401],
  getRoles: [401, 401, 403, 200, 200, 200, 200, 401, 401],
  getUserRow: [401, 401, 403, 200, 200, 200, 200, 401, 401],
  updateBookingUser: [401, 401, 403, 200, 200, 200, 200, 401, 401],
  cancelEmailChange: [401, 401, 403, 200, 200, 200, 200, 401, 401],
  updatePassword: [401, 401, 403, 422, 422, 422, 422, 401, 401],
  getSessions: [401, 401, 403, 200, 200, 200, 200, 401, 401],
  // A session of the member. No other account may end it, in any role.
  endSession: [401, 401, 403, 200, 404, 404, 404, 401, 401],
  endOtherSessions: [401, 401, 403, 200, 200, 200, 200, 401, 401],
  getMyData: [401, 401, 403, 200, 200, 200, 200, 401, 401],
  closeAccount: [401, 401, 403, 422, 422, 422, 422, 401, 401],
  // Only for staff.
  ...officeAccess,
  // Signs the callers out, so it comes last.
  logout: [401, 401, 200, 200, 200, 200, 200, 401, 401],
}

/** The pages with parameters, and pages whose query matters. */
const listedPageStatuses: Partial<Record<PageName, Record<string, number>>> = {
  home: { '/': 200, '/?utm_source=mail': 200 },
  blogDetails: {
    '/blog-details': 302,
    '/blog-details?slug=button-sizes-in-ligne': 302,
    '/blog-details?slug=%00': 302,
    '/blog-details?utm_source=mail': 302,
  },
  post: { '/reading-blog/how-to-choose-a-zipper': 200, '/reading-blog/no-such-post': 404, '/reading-blog': 404 },
  detail: {
    '/details/zipper?preview=xxxxxxxxxxxxxxxxxxxxxx': 404,
    '/details/zipper?preview=%00': 404,
    '/details/zipper': 200,
    '/details/no-such-post': 404,
    '/details/%00': 404,
    '/details': 404,
  },
  contact: { '/contact': 200, '/contact?sent=1': 200 },
  product: { '/products/zipper': 200, '/products/no-such-product': 404, [`/products/${'x'.repeat(201)}`]: 404 },
  rooms: { '/rooms': 200, '/rooms?checkIn=x&adult=-1': 200 },
  room: {
    '/booking-details/single': 200,
    '/booking-details/no-such-room': 404,
    [`/booking-details/${'x'.repeat(201)}`]: 404,
    '/booking-details': 404,
  },
  party: { '/rooms/together': 302 },
  premiumPackages: { '/premium-packages': 301 },
  unsubscribe: { '/unsubscribe': 200, '/unsubscribe?token=nonsense': 200 },
  payment: { '/payment': 200, '/payment?payment=nonsense': 200 },
  quotation: { '/quotation': 200, '/quotation?quotation=nonsense': 200 },
  order: { '/order': 200, '/order?order=nonsense': 200 },
  enquiryStatus: { '/enquiry-status': 200, '/enquiry-status?enquiry=nonsense': 200 },
  login: { '/login': 200, '/login?next=//evil.example': 200 },
  // Only the browser knows the signed-in member. For another member's booking it shows the not-found page.
  booking: { '/booking-history-details/ABCDEFGHJK': 200 },
}

/** Every page is the same for all visitors, except for the captcha of the contact page, which can be used once. */
export const pageStatuses: Record<string, Record<string, number>> = Object.fromEntries(
  Object.entries(pages).map(([name, path]) => [name, listedPageStatuses[name as PageName] ?? { [path]: 200 }]),
)

export const otherPathStatuses: Record<string, number> = {
  [apiDocsPath]: 200,
  [`${apiDocsPath}/booking`]: 200,
  [`${apiDocsPath}/no-such-chapter`]: 404,
  ...officePathStatuses,
  '/no-such-page': 404,
  '/bn/no-such-page': 404,
  '/assets/no-such.js': 404,
  '/pictures/no-such.avif': 404,
  '/.env': 404,
  '/.git/config': 404,
  '/package.json': 404,
  '/src/main.ts': 404,
  '/data/selvage.sqlite': 404,
  '/assets/..%2f..%2fpackage.json': 404,
}
