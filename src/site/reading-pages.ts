import { createLazyPage, type Entry, type LazyPage } from '#platform/pages/registry.ts'
import { apiChapterPath, apiDocsPath, pages } from '#routes/public.ts'
import type { Api } from './api.ts'

const lazyPages = {
  about: createLazyPage(() => import('./reading/lists/category-page.tsx'), 'aboutPage'),
  goals: createLazyPage(() => import('./reading/lists/category-page.tsx'), 'goalsPage'),
  ourOfferings: createLazyPage(() => import('./reading/lists/category-page.tsx'), 'offeringsPage'),
  countries: createLazyPage(() => import('./reading/lists/category-page.tsx'), 'countriesPage'),
  courses: createLazyPage(() => import('./reading/lists/category-page.tsx'), 'coursesPage'),
  ourServices: createLazyPage(() => import('./reading/services/trade-page.tsx'), 'ourServicesPage'),
  missionVision: createLazyPage(() => import('./reading/lists/category-page.tsx'), 'missionVisionPage'),
  blog: createLazyPage(() => import('./reading/lists/category-page.tsx'), 'blogPage'),
  packages: createLazyPage(() => import('./reading/packages/packages-page.tsx'), 'packagesPage'),
  blogDetails: createLazyPage(() => import('./reading/redirects.tsx'), 'blogDetailsPage'),
  premiumPackages: createLazyPage(() => import('./reading/redirects.tsx'), 'premiumPackagesPage'),
  post: createLazyPage(() => import('./reading/article/post-page.tsx'), 'postPage'),
  detail: createLazyPage(() => import('./reading/article/post-page.tsx'), 'postPage'),
  service: createLazyPage(() => import('./reading/services/service-page.tsx'), 'servicePage'),
  privacy: createLazyPage(() => import('./reading/legal/privacy-page.tsx'), 'privacyPage'),
  imprint: createLazyPage(() => import('./reading/legal/imprint-page.tsx'), 'imprintPage'),
} satisfies Record<string, LazyPage<Api>>

export type ReadingPageName = keyof typeof lazyPages

/**
 * The pages that are only for reading. Only the server renders them, and browsers load them without React
 * (entry-reading.ts). The build for browsers takes their styles.
 */
export const readingPages: Entry<Api>[] = [
  ...Object.entries(lazyPages).map(([name, page]) => ({ path: pages[name as ReadingPageName], ...page })),
  { path: apiDocsPath, ...createLazyPage(() => import('./api-docs/docs-page.tsx'), 'apiDocsPage') },
  { path: apiChapterPath, ...createLazyPage(() => import('./api-docs/chapter-page.tsx'), 'apiChapterPage') },
].map((page) => ({ ...page, isReading: true }))
