import { later, type Registry } from '../platform/pages/registry.ts'
import { apiDocsPath, pages } from '../urls.ts'
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
    later(pages.home, 'src/site/home/home-page.tsx', () => import('./home/home-page.tsx'), 'homePage'),
    later(pages.about, category, openCategory, 'aboutPage'),
    later(pages.goals, category, openCategory, 'goalsPage'),
    later(pages.ourOfferings, category, openCategory, 'offeringsPage'),
    later(pages.countries, category, openCategory, 'countriesPage'),
    later(pages.courses, category, openCategory, 'coursesPage'),
    later(pages.ourServices, category, openCategory, 'ourServicesPage'),
    later(pages.missionVision, category, openCategory, 'missionVisionPage'),
    later(pages.blog, category, openCategory, 'blogPage'),
    later(pages.packages, category, openCategory, 'packagesPage'),
    later(pages.blogDetails, signposts, openSignposts, 'blogDetailsPage'),
    later(pages.premiumPackages, signposts, openSignposts, 'premiumPackagesPage'),
    later(pages.post, post, openPost, 'postPage'),
    later(pages.detail, post, openPost, 'postPage'),
    later(
      pages.service,
      'src/site/reading/service-page.tsx',
      () => import('./reading/service-page.tsx'),
      'servicePage',
    ),
    later(
      pages.contact,
      'src/enquiries/contact/contact-page.tsx',
      () => import('../enquiries/contact/contact-page.tsx'),
      'contactPage',
    ),
    later(
      pages.privacy,
      'src/site/reading/privacy-page.tsx',
      () => import('./reading/privacy-page.tsx'),
      'privacyPage',
    ),
    later(
      pages.products,
      'src/enquiries/products/products-page.tsx',
      () => import('../enquiries/products/products-page.tsx'),
      'productsPage',
    ),
    later(
      pages.product,
      'src/enquiries/products/product-page.tsx',
      () => import('../enquiries/products/product-page.tsx'),
      'productPage',
    ),
    later(
      pages.enquiry,
      'src/enquiries/basket/enquiry-page.tsx',
      () => import('../enquiries/basket/enquiry-page.tsx'),
      'enquiryPage',
    ),
    later(
      pages.rooms,
      'src/bookings/search/rooms-page.tsx',
      () => import('../bookings/search/rooms-page.tsx'),
      'roomsPage',
    ),
    later(
      pages.room,
      'src/bookings/reserve/room-page.tsx',
      () => import('../bookings/reserve/room-page.tsx'),
      'roomPage',
    ),
    later(
      pages.bookingSuccess,
      'src/bookings/reserve/success-page.tsx',
      () => import('../bookings/reserve/success-page.tsx'),
      'successPage',
    ),
    later(
      pages.login,
      'src/accounts/portal/login-page.tsx',
      () => import('../accounts/portal/login-page.tsx'),
      'loginPage',
    ),
    later(
      pages.userLogin,
      'src/accounts/portal/user-login-page.tsx',
      () => import('../accounts/portal/user-login-page.tsx'),
      'userLoginPage',
    ),
    later(pages.signUp, signUp, openSignUp, 'signUpPage'),
    later(pages.register, signUp, openSignUp, 'registerPage'),
    later(
      pages.forgotPassword,
      'src/accounts/portal/forgot-page.tsx',
      () => import('../accounts/portal/forgot-page.tsx'),
      'forgotPage',
    ),
    later(
      pages.resetPassword,
      'src/accounts/portal/reset-page.tsx',
      () => import('../accounts/portal/reset-page.tsx'),
      'resetPage',
    ),
    later(pages.confirmEmail, confirm, openConfirm, 'confirmPage'),
    later(pages.undoEmail, confirm, openConfirm, 'undoPage'),
    later(
      pages.profile,
      'src/accounts/member/profile-page.tsx',
      () => import('../accounts/member/profile-page.tsx'),
      'profilePage',
    ),
    later(
      pages.changePassword,
      'src/accounts/member/password-page.tsx',
      () => import('../accounts/member/password-page.tsx'),
      'passwordPage',
    ),
    later(
      pages.dashboard,
      'src/bookings/stays/dashboard-page.tsx',
      () => import('../bookings/stays/dashboard-page.tsx'),
      'dashboardPage',
    ),
    later(
      pages.booking,
      'src/bookings/stays/stay-page.tsx',
      () => import('../bookings/stays/stay-page.tsx'),
      'stayPage',
    ),
    later(
      apiDocsPath,
      'src/site/reading/api-docs-page.tsx',
      () => import('./reading/api-docs-page.tsx'),
      'apiDocsPage',
    ),
  ],
  notFound: notFoundPage,
  failure: failurePage,
}
