import { lazyPage, type LazyPage, type Registry } from '#platform/pages/registry.ts'
import { apiChapterPath, apiDocsPath, pages, type PageName } from '#routes/public.ts'
import { failurePage } from './frame/failure-page.tsx'
import type { Api } from './api.ts'
import { notFoundPage } from './frame/not-found-page.tsx'

/** Every page of the site. Each loads with its own document, or before a click. */
const sitePages: Record<PageName, LazyPage<Api>> = {
  home: lazyPage(() => import('./home/home-page.tsx'), 'homePage'),
  about: lazyPage(() => import('./reading/category-page.tsx'), 'aboutPage'),
  goals: lazyPage(() => import('./reading/category-page.tsx'), 'goalsPage'),
  ourOfferings: lazyPage(() => import('./reading/category-page.tsx'), 'offeringsPage'),
  countries: lazyPage(() => import('./reading/category-page.tsx'), 'countriesPage'),
  courses: lazyPage(() => import('./reading/category-page.tsx'), 'coursesPage'),
  ourServices: lazyPage(() => import('./reading/trade-page.tsx'), 'ourServicesPage'),
  missionVision: lazyPage(() => import('./reading/category-page.tsx'), 'missionVisionPage'),
  blog: lazyPage(() => import('./reading/category-page.tsx'), 'blogPage'),
  packages: lazyPage(() => import('./reading/packages-page.tsx'), 'packagesPage'),
  blogDetails: lazyPage(() => import('./reading/redirects.tsx'), 'blogDetailsPage'),
  premiumPackages: lazyPage(() => import('./reading/redirects.tsx'), 'premiumPackagesPage'),
  post: lazyPage(() => import('./reading/post-page.tsx'), 'postPage'),
  detail: lazyPage(() => import('./reading/post-page.tsx'), 'postPage'),
  service: lazyPage(() => import('./reading/service-page.tsx'), 'servicePage'),
  contact: lazyPage(() => import('#trade/enquiries/contact/contact-page.tsx'), 'contactPage'),
  privacy: lazyPage(() => import('./reading/privacy-page.tsx'), 'privacyPage'),
  imprint: lazyPage(() => import('./reading/imprint-page.tsx'), 'imprintPage'),
  products: lazyPage(() => import('#trade/enquiries/products/products-page.tsx'), 'productsPage'),
  product: lazyPage(() => import('#trade/enquiries/products/product-page.tsx'), 'productPage'),
  enquiry: lazyPage(() => import('#trade/enquiries/basket/enquiry-page.tsx'), 'enquiryPage'),
  rooms: lazyPage(() => import('#stays/bookings/search/rooms-page.tsx'), 'roomsPage'),
  party: lazyPage(() => import('#stays/bookings/reserve/party-page.tsx'), 'partyPage'),
  room: lazyPage(() => import('#stays/bookings/reserve/room-page.tsx'), 'roomPage'),
  bookingSuccess: lazyPage(() => import('#stays/bookings/reserve/success-page.tsx'), 'successPage'),
  payment: lazyPage(() => import('#money/payments/result/payment-page.tsx'), 'paymentPage'),
  order: lazyPage(() => import('#trade/orders/order-page.tsx'), 'orderPage'),
  quotation: lazyPage(() => import('#trade/quotations/answer/quotation-page.tsx'), 'quotationPage'),
  enquiryStatus: lazyPage(() => import('#trade/own-enquiries/enquiry-status-page.tsx'), 'enquiryStatusPage'),
  unsubscribe: lazyPage(() => import('#mail/reader/no-emails-page.tsx'), 'noEmailsPage'),
  login: lazyPage(() => import('#people/accounts/portal/login-page.tsx'), 'loginPage'),
  userLogin: lazyPage(() => import('#people/accounts/portal/user-login-page.tsx'), 'userLoginPage'),
  signUp: lazyPage(() => import('#people/accounts/portal/sign-up-page.tsx'), 'signUpPage'),
  register: lazyPage(() => import('#people/accounts/portal/sign-up-page.tsx'), 'registerPage'),
  forgotPassword: lazyPage(() => import('#people/accounts/portal/forgot-page.tsx'), 'forgotPage'),
  resetPassword: lazyPage(() => import('#people/accounts/portal/reset-page.tsx'), 'resetPage'),
  confirmEmail: lazyPage(() => import('#people/accounts/portal/confirm-page.tsx'), 'confirmPage'),
  undoEmail: lazyPage(() => import('#people/accounts/portal/confirm-page.tsx'), 'undoPage'),
  profile: lazyPage(() => import('#people/accounts/member/profile-page.tsx'), 'profilePage'),
  changePassword: lazyPage(() => import('#people/accounts/member/password-page.tsx'), 'passwordPage'),
  dashboard: lazyPage(() => import('./member/dashboard-page.tsx'), 'dashboardPage'),
  booking: lazyPage(() => import('#stays/bookings/stays/stay-page.tsx'), 'stayPage'),
}

export const registry: Registry<Api> = {
  entries: [
    ...Object.entries(sitePages).map(([name, page]) => ({ path: pages[name as PageName], ...page })),
    {
      path: apiDocsPath,
      ...lazyPage(() => import('./api-docs/docs-page.tsx'), 'apiDocsPage'),
      isDocument: true,
    },
    {
      path: apiChapterPath,
      ...lazyPage(() => import('./api-docs/chapter-page.tsx'), 'apiChapterPage'),
      isDocument: true,
    },
  ],
  notFound: notFoundPage,
  failure: failurePage,
}
