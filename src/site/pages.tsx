import { lazyPage, type Registry } from '../platform/pages/registry.ts'
import { apiChapterPath, apiDocsPath, pages } from '../urls.ts'
import { failurePage } from './frame/failure-page.tsx'
import type { Api } from './api.ts'
import { notFoundPage } from './frame/not-found-page.tsx'

const category = 'src/site/reading/category-page.tsx'
const openCategory = () => import('./reading/category-page.tsx')
const signposts = 'src/site/reading/redirects.tsx'
const openSignposts = () => import('./reading/redirects.tsx')
const post = 'src/site/reading/post-page.tsx'
const openPost = () => import('./reading/post-page.tsx')
const signUp = 'src/accounts/portal/sign-up-page.tsx'
const openSignUp = () => import('../accounts/portal/sign-up-page.tsx')
const confirm = 'src/accounts/portal/confirm-page.tsx'
const openConfirm = () => import('../accounts/portal/confirm-page.tsx')

/** Every page of the site. Each is loaded with its own document, or ahead of a click. */
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
    lazyPage(pages.blogDetails, signposts, openSignposts, 'blogDetailsPage'),
    lazyPage(pages.premiumPackages, signposts, openSignposts, 'premiumPackagesPage'),
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
      'src/enquiries/contact/contact-page.tsx',
      () => import('../enquiries/contact/contact-page.tsx'),
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
      'src/enquiries/products/products-page.tsx',
      () => import('../enquiries/products/products-page.tsx'),
      'productsPage',
    ),
    lazyPage(
      pages.product,
      'src/enquiries/products/product-page.tsx',
      () => import('../enquiries/products/product-page.tsx'),
      'productPage',
    ),
    lazyPage(
      pages.enquiry,
      'src/enquiries/basket/enquiry-page.tsx',
      () => import('../enquiries/basket/enquiry-page.tsx'),
      'enquiryPage',
    ),
    lazyPage(
      pages.rooms,
      'src/bookings/search/rooms-page.tsx',
      () => import('../bookings/search/rooms-page.tsx'),
      'roomsPage',
    ),
    lazyPage(
      pages.party,
      'src/bookings/reserve/party-page.tsx',
      () => import('../bookings/reserve/party-page.tsx'),
      'partyPage',
    ),
    lazyPage(
      pages.room,
      'src/bookings/reserve/room-page.tsx',
      () => import('../bookings/reserve/room-page.tsx'),
      'roomPage',
    ),
    lazyPage(
      pages.bookingSuccess,
      'src/bookings/reserve/success-page.tsx',
      () => import('../bookings/reserve/success-page.tsx'),
      'successPage',
    ),
    lazyPage(
      pages.payment,
      'src/payments/result/payment-page.tsx',
      () => import('../payments/result/payment-page.tsx'),
      'paymentPage',
    ),
    lazyPage(
      pages.quotation,
      'src/quotations/answer/quotation-page.tsx',
      () => import('../quotations/answer/quotation-page.tsx'),
      'quotationPage',
    ),
    lazyPage(
      pages.noLetters,
      'src/messages/reader/no-letters-page.tsx',
      () => import('../messages/reader/no-letters-page.tsx'),
      'noLettersPage',
    ),
    lazyPage(
      pages.login,
      'src/accounts/portal/login-page.tsx',
      () => import('../accounts/portal/login-page.tsx'),
      'loginPage',
    ),
    lazyPage(
      pages.userLogin,
      'src/accounts/portal/user-login-page.tsx',
      () => import('../accounts/portal/user-login-page.tsx'),
      'userLoginPage',
    ),
    lazyPage(pages.signUp, signUp, openSignUp, 'signUpPage'),
    lazyPage(pages.register, signUp, openSignUp, 'registerPage'),
    lazyPage(
      pages.forgotPassword,
      'src/accounts/portal/forgot-page.tsx',
      () => import('../accounts/portal/forgot-page.tsx'),
      'forgotPage',
    ),
    lazyPage(
      pages.resetPassword,
      'src/accounts/portal/reset-page.tsx',
      () => import('../accounts/portal/reset-page.tsx'),
      'resetPage',
    ),
    lazyPage(pages.confirmEmail, confirm, openConfirm, 'confirmPage'),
    lazyPage(pages.undoEmail, confirm, openConfirm, 'undoPage'),
    lazyPage(
      pages.profile,
      'src/accounts/member/profile-page.tsx',
      () => import('../accounts/member/profile-page.tsx'),
      'profilePage',
    ),
    lazyPage(
      pages.changePassword,
      'src/accounts/member/password-page.tsx',
      () => import('../accounts/member/password-page.tsx'),
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
      'src/bookings/stays/stay-page.tsx',
      () => import('../bookings/stays/stay-page.tsx'),
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
