import type { EveryEndpointName } from '../src/urls-office.ts'
import { apiDocsPath, type PageName } from '../src/urls.ts'
import { officeAccess, officePaths } from './access-office.ts'

export type Row = readonly [number, number, number, number, number, number, number, number, number]

/**
 * Who may call what: the status that each of the people gets. What asks for more than a test should do is asked with
 * an empty form: then 422 is the answer of a door that is open.
 */
export const access: Record<EveryEndpointName, Row> = {
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
  getProductDetails: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  getOpenApi: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  getStayPrice: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  getRoomNights: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  nearBooking: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  priceTogether: [422, 422, 422, 422, 422, 422, 422, 422, 422],
  filterBooking: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  // By a link that only the guest's letter holds.
  proveStay: [404, 404, 404, 404, 404, 404, 404, 404, 404],
  getStay: [404, 404, 404, 404, 404, 404, 404, 404, 404],
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
  lookAtLink: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  requestGuestBooking: [401, 401, 422, 422, 422, 422, 422, 401, 401],
  requestBooking: [401, 401, 403, 422, 422, 422, 422, 401, 401],
  activeBookingRooms: [401, 401, 200, 200, 200, 200, 200, 401, 401],
  // A stay of the member's: nobody else's to see, whatever their role.
  getStayCalendar: [404, 404, 404, 200, 404, 404, 404, 404, 404],
  getBookingDetails: [401, 401, 404, 200, 404, 404, 404, 401, 401],
  getBookingSummary: [401, 401, 404, 200, 404, 404, 404, 401, 401],
  cancelBooking: [401, 401, 404, 200, 404, 404, 404, 401, 401],
  // A file of the member's enquiry, and so also of those who answer it.
  getOwnEnquiries: [401, 401, 200, 200, 200, 200, 200, 401, 401],
  getAttachment: [401, 401, 404, 200, 404, 200, 200, 401, 401],
  getRoles: [401, 401, 403, 200, 200, 200, 200, 401, 401],
  getUserRow: [401, 401, 403, 200, 200, 200, 200, 401, 401],
  updateBookingUser: [401, 401, 403, 200, 200, 200, 200, 401, 401],
  keepEmail: [401, 401, 403, 200, 200, 200, 200, 401, 401],
  updatePassword: [401, 401, 403, 422, 422, 422, 422, 401, 401],
  getSessions: [401, 401, 403, 200, 200, 200, 200, 401, 401],
  // A session of the member's: nobody else's to end, whatever their role.
  endSession: [401, 401, 403, 200, 404, 404, 404, 401, 401],
  endOtherSessions: [401, 401, 403, 200, 200, 200, 200, 401, 401],
  getMyData: [401, 401, 403, 200, 200, 200, 200, 401, 401],
  closeAccount: [401, 401, 403, 422, 422, 422, 422, 401, 401],
  // The company's own people alone.
  ...officeAccess,
  // Ends the sessions, so it stands last.
  logout: [401, 401, 200, 200, 200, 200, 200, 401, 401],
}

/** Every page is the same for everybody, but for the sum of the contact page, which counts once. */
export const pageStatus: Record<PageName, Record<string, number>> = {
  home: { '/': 200, '/?utm_source=mail': 200 },
  about: { '/about': 200 },
  service: { '/service': 200 },
  goals: { '/goals': 200 },
  ourOfferings: { '/our-offerings': 200 },
  countries: { '/countries': 200 },
  courses: { '/courses': 200 },
  ourServices: { '/our-services': 200 },
  missionVision: { '/mission-vision': 200 },
  blog: { '/blog': 200 },
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
  privacy: { '/privacy': 200 },
  imprint: { '/imprint': 200 },
  products: { '/products': 200 },
  product: { '/products/zipper': 200, '/products/no-such-product': 404, [`/products/${'x'.repeat(201)}`]: 404 },
  enquiry: { '/enquiry': 200 },
  rooms: { '/rooms': 200, '/rooms?checkIn=x&adult=-1': 200 },
  room: {
    '/booking-details/single': 200,
    '/booking-details/no-such-room': 404,
    [`/booking-details/${'x'.repeat(201)}`]: 404,
    '/booking-details': 404,
  },
  party: { '/rooms/together': 302 },
  packages: { '/premimum-packages': 200 },
  premiumPackages: { '/premium-packages': 301 },
  bookingSuccess: { '/booking-success': 200 },
  login: { '/login': 200, '/login?next=//evil.example': 200 },
  userLogin: { '/user-login': 200 },
  signUp: { '/signup': 200 },
  register: { '/register': 200 },
  forgotPassword: { '/forget-password': 200 },
  resetPassword: { '/reset-password': 200 },
  confirmEmail: { '/confirm-email': 200 },
  undoEmail: { '/undo-email-change': 200 },
  profile: { '/user/profile': 200 },
  changePassword: { '/user/change-password': 200 },
  dashboard: { '/dashboard': 200 },
  // Whose it is, only the browser knows: it shows the page of what is not there.
  booking: { '/booking-history-details/ABCDEFGHJK': 200 },
}
export const otherPaths: Record<string, number> = {
  [apiDocsPath]: 200,
  ...officePaths,
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
