import { pickTranslation, readCompany } from '#content/company.ts'
import type { Context } from '#platform/context.ts'
import type { Database } from '#platform/database/database.ts'
import type { StaticResponse } from '#platform/http/static-responses.ts'
import { files, inLanguage, languages, pages, type Language, type PageName } from '#routes/public.ts'
import { officeRoot } from '#routes/office.ts'
import { listCatalogues } from '#trade/enquiries/catalogue/catalogue.ts'
import { buildFeed } from './feed.ts'
import { buildSitemap } from './sitemap.ts'

/** The files that the site makes from its content, in addition to its pages. */
export const listSiteFiles = (db: Database, { clock, publicUrl }: Context): readonly StaticResponse[] => [
  ...listCatalogues(db, { clock, publicUrl }),
  { path: files.robots, type: 'text/plain; charset=utf-8', make: async () => buildRobots(publicUrl) },
  {
    path: files.sitemap,
    type: 'application/xml; charset=utf-8',
    make: () => buildSitemap(db, clock(), publicUrl, publicPages),
  },
  ...languages.flatMap((language) => [
    {
      path: inLanguage(files.feed, language),
      type: 'application/rss+xml; charset=utf-8',
      make: () => buildFeed(db, language, clock(), publicUrl),
    },
    {
      path: inLanguage(files.manifest, language),
      type: 'application/manifest+json; charset=utf-8',
      make: () => buildManifest(db, language),
    },
  ]),
]

/** Pages of one user, or steps of a booking or an enquiry. Search engines must not index them. */
const personalPages: readonly PageName[] = [
  'login',
  'userLogin',
  'signUp',
  'register',
  'forgotPassword',
  'resetPassword',
  'confirmEmail',
  'undoEmail',
  'profile',
  'changePassword',
  'dashboard',
  'bookingSuccess',
  'payment',
  'quotation',
  'order',
  'enquiryStatus',
  'unsubscribe',
  'enquiry',
]

/** Pages that only redirect. `party` redirects unless the address names rooms. */
const redirectPages: readonly PageName[] = ['blogDetails', 'premiumPackages', 'party']

/** Returns whether everybody may read a page. `path` is its path in the registry. */
export const isPublic = (path: string): boolean =>
  publicPages.includes(path) || publicDetailPages.some((name) => pages[name] === path)
const publicDetailPages: readonly PageName[] = ['post', 'detail', 'product', 'room']

const publicPages: readonly string[] = Object.entries(pages)
  .filter(([name, path]) => !path.includes(':') && ![...personalPages, ...redirectPages].includes(name as PageName))
  .map(([, path]) => path)

function buildRobots(publicUrl: string): string {
  const paths = [...personalPages.map((name) => pages[name]), officeRoot]
  const disallowedPaths = paths.flatMap((path) => languages.map((language) => inLanguage(path, language)))
  return [
    'User-agent: *',
    'Disallow: /api/',
    ...disallowedPaths.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}${files.sitemap}`,
    '',
  ].join('\n')
}

async function buildManifest(db: Database, language: Language): Promise<string> {
  const { name, shortName, description } = await readCompany(db)
  const createIcon = (size: number, purpose: 'any' | 'maskable') => ({
    src: `/icon-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  return JSON.stringify({
    name: pickTranslation(name, language),
    short_name: pickTranslation(shortName, language),
    description: pickTranslation(description, language),
    lang: language,
    start_url: inLanguage(pages.home, language),
    scope: '/',
    display: 'minimal-ui',
    theme_color: '#0f4a4b',
    background_color: '#fbf8f2',
    icons: [createIcon(192, 'any'), createIcon(512, 'any'), createIcon(512, 'maskable')],
  })
}
