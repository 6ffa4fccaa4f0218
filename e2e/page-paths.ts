import { createEnquiryPath } from '#testing/enquiry-link.ts'
import type { TestApp } from '#testing/test-app.ts'
import { href, pages, type PageName } from '#routes/public.ts'

type PathLister = (app: TestApp) => string[] | Promise<string[]>

/** The pages with parameters, and those with several states. */
const pathListers: Partial<Record<PageName, PathLister>> = {
  post: () => ['/reading-blog/button-sizes-in-ligne'],
  detail: () => ['/details/zipper'],
  products: () => ['/products?search=no+such+trim', '/products?search=polyester&category=sewing', '/products'],
  product: () => ['/products/zipper'],
  rooms: (app) => ['/rooms', `${getSearchPath(app)}&adult=18`, getSearchPath(app)],
  party: (app) => [`${getSearchPath(app).replace('/rooms', '/rooms/together')}&rooms=twin.2.0_family.3.0`],
  room: (app) => ['/booking-details/deluxe', getSearchPath(app).replace('/rooms', '/booking-details/family')],
  unsubscribe: () => ['/unsubscribe?token=x', '/unsubscribe?token=x&said=declined', '/unsubscribe'],
  login: () => ['/login', '/login?ended=1'],
  resetPassword: () => ['/reset-password#token=x', '/reset-password'],
  confirmEmail: () => ['/confirm-email#token=x', '/confirm-email'],
  undoEmail: () => ['/undo-email-change#token=x', '/undo-email-change'],
  enquiryStatus: async (app) => ['/enquiry-status', await createEnquiryPath(app)],
  booking: async ({ db }) => {
    const { code } = await db
      .selectFrom('booking')
      .select('code')
      .where('status', '=', 'confirmed')
      .executeTakeFirstOrThrow()
    return [href('booking', { id: code })]
  },
}

/** One or more paths per page. */
export const pathsByPage = Object.fromEntries(
  Object.entries(pages).map(([name, path]) => [name, pathListers[name as PageName] ?? (() => [path])]),
) as Record<PageName, PathLister>

const getSearchPath = (app: TestApp) => `/rooms?check_in=${app.day(3)}&check_out=${app.day(5)}`

/** Pages that redirect signed-out visitors to the sign-in page. */
export const memberPages: readonly PageName[] = ['dashboard', 'booking', 'profile', 'changePassword']
