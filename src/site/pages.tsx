import { lazyPage, type Registry } from '#platform/pages/registry.ts'
import { apiChapterPath, apiDocsPath, pages } from '#routes/public.ts'
import { failurePage } from './frame/failure-page.tsx'
import type { Api } from './api.ts'
import { notFoundPage } from './frame/not-found-page.tsx'

const category = 'src/site/reading/category-page.tsx'
const openCategory = () => import('./reading/category-page.tsx')
const redirectsModule = 'src/site/reading/redirects.tsx'
const openRedirects = () => import('./reading/redirects.tsx')
const post = 'src/site/reading/post-page.tsx'
const openPost = () => import('./reading/post-page.tsx')
const signUp = 'src/people/accounts/portal/sign-up-page.tsx'
const openSignUp = () => import('#people/accounts/portal/sign-up-page.tsx')
const confirm = 'src/people/accounts/portal/confirm-page.tsx'
const openConfirm = () => import('#people/accounts/portal/confirm-page.tsx')

/** Every page of the site. Each loads with its own document, or before a click. */
export const registry: Registry<Api> = {
  entries: [
    lazyPage(pages.home, 'src/site/home/home-page.tsx', () => import('./home/home-page.tsx'), 'homePage'),
    lazyPage(pages.about, category, openCategory, 'aboutPage'),
    lazyPage(pages.goals, category, openCategory, 'goalsPage'),
    lazyPage(pages.ourOfferings, category, openCategory, 'offeringsPage'),
    lazyPage(pages.countries, category, openCategory, 'countriesPage'),
    lazyPage(pages.courses, category, openCategory, 'coursesPage'),
    lazyPage(
      pages.ourServices,
      'src/site/reading/trade-page.tsx',
      () => import('./reading/trade-page.tsx'),
      'ourServicesPage',
    ),
    lazyPage(pages.missionVision, category, openCategory, 'missionVisionPage'),
    lazyPage(pages.blog, category, openCategory, 'blogPage'),
    lazyPage(
      pages.packages,
      'src/site/reading/packages-page.tsx',
      () => import('./reading/packages-page.tsx'),
      'packagesPage',
    ),
    lazyPage(pages.blogDetails, redirectsModule, openRedirects, 'blogDetailsPage'),
    lazyPage(pages.premiumPackages, redirectsModule, openRedirects, 'premiumPackagesPage'),
    lazyPage(pages.post, post, openPost, 'postPage'),
    lazyPage(pages.detail, post, openPost, 'postPage'),
    lazyPage(
      pages.service,
      'src/site/reading/service-page.tsx',
      () => import('./reading/service-page.tsx'),
      'servicePage',
    ),
    lazyPage(
      pages.contact,
      'src/trade/enquiries/contact/contact-page.tsx',
      () => import('#trade/enquiries/contact/contact-page.tsx'),
      'contactPage',
    ),
    lazyPage(
      pages.privacy,
      'src/site/reading/privacy-page.tsx',
      () => import('./reading/privacy-page.tsx'),
      'privacyPage',
    ),
    lazyPage(
      pages.imprint,
      'src/site/reading/imprint-page.tsx',
      () => import('./reading/imprint-page.tsx'),
      'imprintPage',
    ),
    lazyPage(
      pages.products,
      'src/trade/enquiries/products/products-page.tsx',
      () => import('#trade/enquiries/products/products-page.tsx'),
      'productsPage',
    ),
    lazyPage(
      pages.product,
      'src/trade/enquiries/products/product-page.tsx',
      () => import('#trade/enquiries/products/product-page.tsx'),
      'productPage',
    ),
    lazyPage(
      pages.enquiry,
      'src/trade/enquiries/basket/enquiry-page.tsx',
      () => import('#trade/enquiries/basket/enquiry-page.tsx'),
      'enquiryPage',
    ),
    lazyPage(
      pages.rooms,
      'src/stays/bookings/search/rooms-page.tsx',
      () => import('#stays/bookings/search/rooms-page.tsx'),
      'roomsPage',
    ),
    lazyPage(
      pages.party,
      'src/stays/bookings/reserve/party-page.tsx',
      () => import('#stays/bookings/reserve/party-page.tsx'),
      'partyPage',
    ),
    lazyPage(
      pages.room,
      'src/stays/bookings/reserve/room-page.tsx',
      () => import('#stays/bookings/reserve/room-page.tsx'),
      'roomPage',
    ),
    lazyPage(
      pages.bookingSuccess,
      'src/stays/bookings/reserve/success-page.tsx',
      () => import('#stays/bookings/reserve/success-page.tsx'),
      'successPage',
    ),
    lazyPage(
      pages.payment,
      'src/money/payments/result/payment-page.tsx',
      () => import('#money/payments/result/payment-page.tsx'),
      'paymentPage',
    ),
    lazyPage(
      pages.quotation,
      'src/trade/quotations/answer/quotation-page.tsx',
      () => import('#trade/quotations/answer/quotation-page.tsx'),
      'quotationPage',
    ),
    lazyPage(
      pages.noLetters,
      'src/mail/reader/no-emails-page.tsx',
      () => import('#mail/reader/no-emails-page.tsx'),
      'noEmailsPage',
    ),
    lazyPage(
      pages.login,
      'src/people/accounts/portal/login-page.tsx',
      () => import('#people/accounts/portal/login-page.tsx'),
      'loginPage',
    ),
    lazyPage(
      pages.userLogin,
      'src/people/accounts/portal/user-login-page.tsx',
      () => import('#people/accounts/portal/user-login-page.tsx'),
      'userLoginPage',
    ),
    lazyPage(pages.signUp, signUp, openSignUp, 'signUpPage'),
    lazyPage(pages.register, signUp, openSignUp, 'registerPage'),
    lazyPage(
      pages.forgotPassword,
      'src/people/accounts/portal/forgot-page.tsx',
      () => import('#people/accounts/portal/forgot-page.tsx'),
      'forgotPage',
    ),
    lazyPage(
      pages.resetPassword,
      'src/people/accounts/portal/reset-page.tsx',
      () => import('#people/accounts/portal/reset-page.tsx'),
      'resetPage',
    ),
    lazyPage(pages.confirmEmail, confirm, openConfirm, 'confirmPage'),
    lazyPage(pages.undoEmail, confirm, openConfirm, 'undoPage'),
    lazyPage(
      pages.profile,
      'src/people/accounts/member/profile-page.tsx',
      () => import('#people/accounts/member/profile-page.tsx'),
      'profilePage',
    ),
    lazyPage(
      pages.changePassword,
      'src/people/accounts/member/password-page.tsx',
      () => import('#people/accounts/member/password-page.tsx'),
      'passwordPage',
    ),
    lazyPage(
      pages.dashboard,
      'src/site/member/dashboard-page.tsx',
      () => import('./member/dashboard-page.tsx'),
      'dashboardPage',
    ),
    lazyPage(
      pages.booking,
      'src/stays/bookings/stays/stay-page.tsx',
      () => import('#stays/bookings/stays/stay-page.tsx'),
      'stayPage',
    ),
    {
      ...lazyPage(
        apiDocsPath,
        'src/site/api-docs/docs-page.tsx',
        () => import('./api-docs/docs-page.tsx'),
        'apiDocsPage',
      ),
      asDocument: true,
    },
    {
      ...lazyPage(
        apiChapterPath,
        'src/site/api-docs/chapter-page.tsx',
        () => import('./api-docs/chapter-page.tsx'),
        'apiChapterPage',
      ),
      asDocument: true,
    },
  ],
  notFound: notFoundPage,
  failure: failurePage,
}
