import type { TestApp } from '#testing/test-app.ts'
import { href, type PageName } from '#routes/public.ts'

/** One or more paths per page. The type requires an entry for every new page. */
export const pathsByPage: Record<PageName, (app: TestApp) => string[] | Promise<string[]>> = {
  home: () => ['/'],
  about: () => ['/about'],
  service: () => ['/service'],
  goals: () => ['/goals'],
  ourOfferings: () => ['/our-offerings'],
  countries: () => ['/countries'],
  courses: () => ['/courses'],
  ourServices: () => ['/our-services'],
  missionVision: () => ['/mission-vision'],
  blog: () => ['/blog'],
  blogDetails: () => ['/blog-details'],
  post: () => ['/reading-blog/button-sizes-in-ligne'],
  detail: () => ['/details/zipper'],
  contact: () => ['/contact'],
  privacy: () => ['/privacy'],
  imprint: () => ['/imprint'],
  products: () => ['/products'],
  product: () => ['/products/zipper'],
  enquiry: () => ['/enquiry'],
  rooms: (app) => ['/rooms', `${searchPath(app)}&adult=18`, searchPath(app)],
  party: (app) => [`${searchPath(app).replace('/rooms', '/rooms/together')}&rooms=twin.2.0_family.3.0`],
  room: (app) => ['/booking-details/deluxe', searchPath(app).replace('/rooms', '/booking-details/family')],
  packages: () => ['/premimum-packages'],
  premiumPackages: () => ['/premium-packages'],
  bookingSuccess: () => ['/booking-success'],
  payment: () => ['/payment'],
  quotation: () => ['/quotation'],
  noLetters: () => ['/no-letters?token=x', '/no-letters?token=x&said=declined', '/no-letters'],
  login: () => ['/login', '/login?ended=1'],
  userLogin: () => ['/user-login'],
  signUp: () => ['/signup'],
  register: () => ['/register'],
  forgotPassword: () => ['/forget-password'],
  resetPassword: () => ['/reset-password#token=x', '/reset-password'],
  confirmEmail: () => ['/confirm-email#token=x', '/confirm-email'],
  undoEmail: () => ['/undo-email-change#token=x', '/undo-email-change'],
  profile: () => ['/user/profile'],
  changePassword: () => ['/user/change-password'],
  dashboard: () => ['/dashboard'],
  booking: async ({ db }) => {
    const { code } = await db
      .selectFrom('booking')
      .select('code')
      .where('status', '=', 'confirmed')
      .executeTakeFirstOrThrow()
    return [href('booking', { id: code })]
  },
}
const searchPath = (app: TestApp) => `/rooms?check_in=${app.day(3)}&check_out=${app.day(5)}`

/** Pages that redirect signed-out visitors to the sign-in page. */
export const memberPages: readonly PageName[] = ['dashboard', 'booking', 'profile', 'changePassword']
