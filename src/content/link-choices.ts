import type { Database } from '#platform/database/database.ts'
import { href, type PageName } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import type { PageMessageKey } from '#locales/translator.ts'
import { categories, findCategoryPage } from './categories.ts'

/** A link target with its title. */
export interface LinkChoice {
  title_en: string
  title_bn: string
  to: string
}

/**
 * Lists the link targets that staff can choose without typing a URL: the public pages, and the items of their lists.
 */
export async function listLinkChoices(db: Database, now: number): Promise<Record<LinkChoiceKind, LinkChoice[]>> {
  const toChoice = ({ title_en, title_bn }: TitleFields, to: string): LinkChoice => ({
    title_en,
    title_bn: title_bn ?? '',
    to,
  })
  const categoryQuery = db.selectFrom('category').select(['id', 'title_en', 'title_bn']).orderBy('id')
  const productQuery = db.selectFrom('product').select(['slug', 'name_en as title_en', 'name_bn as title_bn'])
  const roomQuery = db.selectFrom('room').select(['slug', 'name_en as title_en', 'name_bn as title_bn'])
  const postQuery = db.selectFrom('post').select(['slug', 'title_en', 'title_bn'])
  return {
    pages: [
      ...listFixedPages(),
      ...(await categoryQuery.execute()).flatMap((category) => {
        const page = findCategoryPage(category.id)
        return page ? [toChoice(category, href(page))] : []
      }),
    ],
    products: (await productQuery.where('active', '=', 1).orderBy('position').orderBy('id').execute()).map((product) =>
      toChoice(product, href('product', { slug: product.slug })),
    ),
    rooms: (await roomQuery.where('active', '=', 1).orderBy('position').orderBy('id').execute()).map((room) =>
      toChoice(room, href('room', { slug: room.slug })),
    ),
    posts: (
      await postQuery
        .where('category_id', '=', categories.blog)
        .where('published_at', '<=', now)
        .orderBy('published_at', 'desc')
        .orderBy('id')
        .limit(MAX_POSTS)
        .execute()
    ).map((post) => toChoice(post, href('post', { slug: post.slug }))),
  }
}

type LinkChoiceKind = 'pages' | 'products' | 'rooms' | 'posts'

interface TitleFields {
  title_en: string
  title_bn: string | null
}

/** The number of newest posts to choose from. The URL of an older post must be typed. */
const MAX_POSTS = 50

const listFixedPages = (): LinkChoice[] =>
  pageTitleKeys.map(([page, messageKey]) => ({
    title_en: translatorFor('en').t(messageKey),
    title_bn: translatorFor('bn').t(messageKey),
    to: href(page),
  }))

/** Pages with a fixed title from the messages. A category page is titled like its category. */
const pageTitleKeys: readonly (readonly [PageName, PageMessageKey])[] = [
  ['home', 'shell.home'],
  ['products', 'shell.products'],
  ['rooms', 'shell.rooms'],
  ['service', 'service.title'],
  ['contact', 'shell.contact'],
  ['enquiry', 'enquiry.title'],
  ['login', 'shell.sign_in'],
  ['signUp', 'level_sign_up'],
  ['privacy', 'shell.privacy'],
  ['imprint', 'shell.imprint'],
]
