import { roomPage } from '../bookings/room-page.tsx'
import { roomsPage } from '../bookings/rooms-page.tsx'
import { entry, onDemand, type Registry } from '../platform/registry.ts'
import { apiDocsPath, pages } from '../urls.ts'
import {
  aboutPage, blogPage, countriesPage, coursesPage, goalsPage, missionVisionPage, offeringsPage, ourServicesPage,
} from './category-page.tsx'
import { contactPage } from './contact-page.tsx'
import { failurePage } from './failure-page.tsx'
import { homePage } from './home-page.tsx'
import type { Api } from './house.tsx'
import { notFoundPage } from './not-found-page.tsx'
import { detailPage, postPage } from './post-page.tsx'
import { servicePage } from './service-page.tsx'

/** Every page of the site. What only some readers need is loaded when they go there. */
export const registry: Registry<Api> = {
  entries: [
    entry(pages.home, homePage),
    entry(pages.about, aboutPage),
    entry(pages.service, servicePage),
    entry(pages.goals, goalsPage),
    entry(pages.ourOfferings, offeringsPage),
    entry(pages.countries, countriesPage),
    entry(pages.courses, coursesPage),
    entry(pages.ourServices, ourServicesPage),
    entry(pages.missionVision, missionVisionPage),
    entry(pages.blog, blogPage),
    entry(pages.post, postPage),
    entry(pages.detail, detailPage),
    entry(pages.contact, contactPage),
    entry(pages.rooms, roomsPage),
    entry(pages.room, roomPage),
    onDemand(pages.bookingSuccess, 'src/bookings/success-page.tsx', async () => (await import('../bookings/success-page.tsx')).successPage),
    onDemand(pages.login, 'src/accounts/login-page.tsx', async () => (await import('../accounts/login-page.tsx')).loginPage),
    onDemand(pages.signUp, 'src/accounts/sign-up-page.tsx', async () => (await import('../accounts/sign-up-page.tsx')).signUpPage),
    onDemand(pages.dashboard, 'src/bookings/dashboard-page.tsx', async () => (await import('../bookings/dashboard-page.tsx')).dashboardPage),
    onDemand(apiDocsPath, 'src/site/api-docs-page.tsx', async () => (await import('./api-docs-page.tsx')).apiDocsPage),
  ],
  notFound: notFoundPage,
  failure: failurePage,
}
