import { categories } from '#content/categories.ts'
import type { ContentApi, GlobalData } from '#content/contract.ts'
import type { EnquiriesApi } from '#trade/enquiries/contract.ts'
import type { Optional } from '#platform/pages/page.tsx'
import { href } from '#routes/public.ts'
import type { ServerTranslator } from '#locales/translator.ts'
import { listLinksToCategories } from './link-group.tsx'
import type { MapGroup } from './shell.ts'

/**
 * Builds the links to the public pages, grouped by topic. The first links of the company group are left out if they are
 * quick links. Only the server builds the links; browsers receive the result.
 */
export async function buildSiteMap(
  api: ContentApi & EnquiriesApi,
  { t }: ServerTranslator,
  optional: Optional,
  company: Promise<Pick<GlobalData, 'quickLinks'>>,
): Promise<MapGroup[]> {
  const emptyList = { data: [] }
  const [{ quickLinks }, { data: allCategories }, { data: products }] = await Promise.all([
    company,
    optional(api.getCategories({}), emptyList),
    optional(api.getProducts({}), emptyList),
  ])
  const listLinksTo = (...ids: number[]) => listLinksToCategories(allCategories, ids)
  const aboutLinks = [
    ...listLinksTo(categories.about, categories.services),
    { title: t('shell.contact'), to: href('contact') },
  ]
  const groups: MapGroup[] = [
    {
      title: t('shell.map_company'),
      links: [
        ...aboutLinks.filter(({ to }) => !quickLinks.some((link) => link.to === to)),
        ...listLinksTo(categories.missionVision, categories.goals, categories.offerings, categories.countries),
      ],
    },
    { title: t('shell.map_reading'), links: listLinksTo(categories.blog, categories.courses) },
    {
      title: t('shell.products'),
      links: [
        { title: t('shell.map_all_products'), to: href('products') },
        { title: t('colours.title'), to: href('colourCard') },
        ...products.map(({ slug, name }) => ({ title: name, to: href('product', { slug }) })),
      ],
    },
    {
      title: t('shell.map_stay'),
      links: [
        { title: t('rooms.title'), to: href('rooms') },
        { title: t('service.title'), to: href('service') },
        ...listLinksTo(categories.packages),
      ],
    },
    {
      title: t('shell.map_account'),
      links: [
        { title: t('shell.sign_in'), to: href('login') },
        { title: t('level_sign_up'), to: href('signUp') },
        { title: t('enquiry.title'), to: href('enquiry') },
      ],
    },
  ]
  return groups.filter(({ links }) => links.length > 0)
}
