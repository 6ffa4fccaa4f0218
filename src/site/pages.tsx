import { createLazyPage, type LazyPage, type Registry } from '#platform/pages/registry.ts'
import { pages, type PageName } from '#routes/public.ts'
import { failurePage } from './frame/failure-page.tsx'
import type { Api } from './api.ts'
import { notFoundPage } from './frame/not-found-page.tsx'
import { readingPages, type ReadingPageName } from './reading-pages.ts'

/** The pages with React. Each loads with its own document, or before a click. */
const sitePages: Record<Exclude<PageName, ReadingPageName>, LazyPage<Api>> = {
  home: createLazyPage(() => import('./home/home-page.tsx'), 'homePage'),
  contact: createLazyPage(() => import('#trade/enquiries/contact/contact-page.tsx'), 'contactPage'),
  products: createLazyPage(() => import('#trade/enquiries/products/products-page.tsx'), 'productsPage'),
  product: createLazyPage(() => import('#trade/enquiries/products/product-page.tsx'), 'productPage'),
  colourCard: createLazyPage(() => import('#trade/enquiries/colour-card/colour-card-page.tsx'), 'colourCardPage'),
  enquiry: createLazyPage(() => import('#trade/enquiries/basket/enquiry-page.tsx'), 'enquiryPage'),
  rooms: createLazyPage(() => import('#stays/bookings/search/rooms-page.tsx'), 'roomsPage'),
  party: createLazyPage(() => import('#stays/bookings/reserve/party-page.tsx'), 'partyPage'),
  room: createLazyPage(() => import('#stays/bookings/reserve/room-page.tsx'), 'roomPage'),
  bookingSuccess: createLazyPage(() => import('#stays/bookings/reserve/success-page.tsx'), 'successPage'),
  payment: createLazyPage(() => import('#money/payments/result/payment-page.tsx'), 'paymentPage'),
  order: createLazyPage(() => import('#trade/orders/buyer/order-page.tsx'), 'orderPage'),
  quotation: createLazyPage(() => import('#trade/quotations/answer/quotation-page.tsx'), 'quotationPage'),
  enquiryStatus: createLazyPage(
    () => import('#trade/own-enquiries/buyer/enquiry-status-page.tsx'),
    'enquiryStatusPage',
  ),
  unsubscribe: createLazyPage(() => import('#mail/reader/no-emails-page.tsx'), 'noEmailsPage'),
  login: createLazyPage(() => import('#people/accounts/portal/login-page.tsx'), 'loginPage'),
  userLogin: createLazyPage(() => import('#people/accounts/portal/user-login-page.tsx'), 'userLoginPage'),
  signUp: createLazyPage(() => import('#people/accounts/portal/sign-up-page.tsx'), 'signUpPage'),
  register: createLazyPage(() => import('#people/accounts/portal/sign-up-page.tsx'), 'registerPage'),
  forgotPassword: createLazyPage(() => import('#people/accounts/portal/forgot-page.tsx'), 'forgotPage'),
  resetPassword: createLazyPage(() => import('#people/accounts/portal/reset-page.tsx'), 'resetPage'),
  confirmEmail: createLazyPage(() => import('#people/accounts/portal/confirm-page.tsx'), 'confirmPage'),
  undoEmail: createLazyPage(() => import('#people/accounts/portal/confirm-page.tsx'), 'undoPage'),
  profile: createLazyPage(() => import('#people/accounts/member/profile-page.tsx'), 'profilePage'),
  changePassword: createLazyPage(() => import('#people/accounts/member/password-page.tsx'), 'passwordPage'),
  dashboard: createLazyPage(() => import('./member/dashboard-page.tsx'), 'dashboardPage'),
  booking: createLazyPage(() => import('#stays/bookings/own-stays/stay-page.tsx'), 'stayPage'),
}

export const registry: Registry<Api> = {
  entries: [
    ...Object.entries(sitePages).map(([name, page]) => ({ path: pages[name as keyof typeof sitePages], ...page })),
    // Browsers load the documents of reading pages, and never render them.
    ...(import.meta.env.SSR ? readingPages : []),
  ],
  notFound: notFoundPage,
  failure: failurePage,
}
