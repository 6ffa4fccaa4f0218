import { later, type Registry } from '../platform/registry.ts'
import { apiDocsPath, pages } from '../urls.ts'
import { failurePage } from './failure-page.tsx'
import type { Api } from './api.ts'
import { notFoundPage } from './not-found-page.tsx'

const category = 'src/site/category-page.tsx'
const openCategory = () => import('./category-page.tsx')
const signposts = 'src/site/signpost-pages.tsx'
const openSignposts = () => import('./signpost-pages.tsx')
const post = 'src/site/post-page.tsx'
const openPost = () => import('./post-page.tsx')
const signUp = 'src/accounts/sign-up-page.tsx'
const openSignUp = () => import('../accounts/sign-up-page.tsx')
const confirm = 'src/accounts/confirm-page.tsx'
const openConfirm = () => import('../accounts/confirm-page.tsx')

/** Every page of the site. Each is loaded with its own document, or ahead of a click. */
export const registry: Registry<Api> = {
  entries: [
    later(pages.home, 'src/site/home-page.tsx', () => import('./home-page.tsx'), 'homePage'),
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
    later(pages.service, 'src/site/service-page.tsx', () => import('./service-page.tsx'), 'servicePage'),
    later(pages.contact, 'src/site/contact-page.tsx', () => import('./contact-page.tsx'), 'contactPage'),
    later(pages.privacy, 'src/site/privacy-page.tsx', () => import('./privacy-page.tsx'), 'privacyPage'),
    later(pages.products, 'src/enquiries/products-page.tsx', () => import('../enquiries/products-page.tsx'), 'productsPage'),
    later(pages.product, 'src/enquiries/product-page.tsx', () => import('../enquiries/product-page.tsx'), 'productPage'),
    later(pages.enquiry, 'src/enquiries/enquiry-page.tsx', () => import('../enquiries/enquiry-page.tsx'), 'enquiryPage'),
    later(pages.rooms, 'src/bookings/rooms-page.tsx', () => import('../bookings/rooms-page.tsx'), 'roomsPage'),
    later(pages.room, 'src/bookings/room-page.tsx', () => import('../bookings/room-page.tsx'), 'roomPage'),
    later(pages.bookingSuccess, 'src/bookings/success-page.tsx', () => import('../bookings/success-page.tsx'), 'successPage'),
    later(pages.login, 'src/accounts/login-page.tsx', () => import('../accounts/login-page.tsx'), 'loginPage'),
    later(pages.userLogin, 'src/accounts/user-login-page.tsx', () => import('../accounts/user-login-page.tsx'), 'userLoginPage'),
    later(pages.signUp, signUp, openSignUp, 'signUpPage'),
    later(pages.register, signUp, openSignUp, 'registerPage'),
    later(pages.forgotPassword, 'src/accounts/forgot-page.tsx', () => import('../accounts/forgot-page.tsx'), 'forgotPage'),
    later(pages.resetPassword, 'src/accounts/reset-page.tsx', () => import('../accounts/reset-page.tsx'), 'resetPage'),
    later(pages.confirmEmail, confirm, openConfirm, 'confirmPage'),
    later(pages.undoEmail, confirm, openConfirm, 'undoPage'),
    later(pages.profile, 'src/accounts/profile-page.tsx', () => import('../accounts/profile-page.tsx'), 'profilePage'),
    later(pages.changePassword, 'src/accounts/password-page.tsx', () => import('../accounts/password-page.tsx'), 'passwordPage'),
    later(pages.dashboard, 'src/bookings/dashboard-page.tsx', () => import('../bookings/dashboard-page.tsx'), 'dashboardPage'),
    later(pages.booking, 'src/bookings/stay-page.tsx', () => import('../bookings/stay-page.tsx'), 'stayPage'),
    later(apiDocsPath, 'src/site/api-docs-page.tsx', () => import('./api-docs-page.tsx'), 'apiDocsPage'),
  ],
  notFound: notFoundPage,
  failure: failurePage,
}
