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
const openPost = async () => (await import('./post-page.tsx')).postPage
const signUp = 'src/accounts/sign-up-page.tsx'
const openSignUp = () => import('../accounts/sign-up-page.tsx')

/** Every page of the site. Each is loaded with its own document, or ahead of a click. */
export const registry: Registry<Api> = {
  entries: [
    later(pages.home, 'src/site/home-page.tsx', async () => (await import('./home-page.tsx')).homePage),
    later(pages.about, category, async () => (await openCategory()).aboutPage),
    later(pages.goals, category, async () => (await openCategory()).goalsPage),
    later(pages.ourOfferings, category, async () => (await openCategory()).offeringsPage),
    later(pages.countries, category, async () => (await openCategory()).countriesPage),
    later(pages.courses, category, async () => (await openCategory()).coursesPage),
    later(pages.ourServices, category, async () => (await openCategory()).ourServicesPage),
    later(pages.missionVision, category, async () => (await openCategory()).missionVisionPage),
    later(pages.blog, category, async () => (await openCategory()).blogPage),
    later(pages.packages, category, async () => (await openCategory()).packagesPage),
    later(pages.blogDetails, signposts, async () => (await openSignposts()).blogDetailsPage),
    later(pages.premiumPackages, signposts, async () => (await openSignposts()).premiumPackagesPage),
    later(pages.post, post, openPost),
    later(pages.detail, post, openPost),
    later(pages.service, 'src/site/service-page.tsx', async () => (await import('./service-page.tsx')).servicePage),
    later(pages.contact, 'src/site/contact-page.tsx', async () => (await import('./contact-page.tsx')).contactPage),
    later(pages.products, 'src/enquiries/products-page.tsx', async () => (await import('../enquiries/products-page.tsx')).productsPage),
    later(pages.product, 'src/enquiries/product-page.tsx', async () => (await import('../enquiries/product-page.tsx')).productPage),
    later(pages.enquiry, 'src/enquiries/enquiry-page.tsx', async () => (await import('../enquiries/enquiry-page.tsx')).enquiryPage),
    later(pages.rooms, 'src/bookings/rooms-page.tsx', async () => (await import('../bookings/rooms-page.tsx')).roomsPage),
    later(pages.room, 'src/bookings/room-page.tsx', async () => (await import('../bookings/room-page.tsx')).roomPage),
    later(pages.bookingSuccess, 'src/bookings/success-page.tsx', async () => (await import('../bookings/success-page.tsx')).successPage),
    later(pages.login, 'src/accounts/login-page.tsx', async () => (await import('../accounts/login-page.tsx')).loginPage),
    later(pages.userLogin, 'src/accounts/user-login-page.tsx', async () => (await import('../accounts/user-login-page.tsx')).userLoginPage),
    later(pages.signUp, signUp, async () => (await openSignUp()).signUpPage),
    later(pages.register, signUp, async () => (await openSignUp()).registerPage),
    later(pages.forgotPassword, 'src/accounts/forgot-page.tsx', async () => (await import('../accounts/forgot-page.tsx')).forgotPage),
    later(pages.resetPassword, 'src/accounts/reset-page.tsx', async () => (await import('../accounts/reset-page.tsx')).resetPage),
    later(pages.confirmEmail, 'src/accounts/confirm-page.tsx', async () => (await import('../accounts/confirm-page.tsx')).confirmPage),
    later(pages.profile, 'src/accounts/profile-page.tsx', async () => (await import('../accounts/profile-page.tsx')).profilePage),
    later(pages.changePassword, 'src/accounts/password-page.tsx', async () => (await import('../accounts/password-page.tsx')).passwordPage),
    later(pages.dashboard, 'src/bookings/dashboard-page.tsx', async () => (await import('../bookings/dashboard-page.tsx')).dashboardPage),
    later(pages.booking, 'src/bookings/stay-page.tsx', async () => (await import('../bookings/stay-page.tsx')).stayPage),
    later(apiDocsPath, 'src/site/api-docs-page.tsx', async () => (await import('./api-docs-page.tsx')).apiDocsPage),
  ],
  notFound: notFoundPage,
  failure: failurePage,
}
