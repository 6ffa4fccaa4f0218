import { categories } from '#content/categories.ts'
import type { ContentApi } from '#content/contract.ts'
import { Redirect, type Page } from '#platform/pages/page.tsx'
import { href } from '#routes/public.ts'
import { buildPostHref } from './post-path.ts'
import { sortNewestFirst, loadPosts } from './teasers.ts'

const emptyPage = { head: () => ({ title: '' }), View: () => null }

/** CONT-10: redirects to the requested post, even by a former slug, or to the newest post of the blog. */
export const blogDetailsPage: Page<ContentApi, never> = {
  queryNames: ['slug'],
  async load(args) {
    const { api, route } = args
    const slug = route.query.get('slug')
    const post = slug ? await findPost(api, slug) : sortNewestFirst(await loadPosts(args, categories.blog))[0]
    throw new Redirect(post ? buildPostHref(post) : href('blog'))
  },
  ...emptyPage,
}

/** Finds a post by its slug or by a former one. Returns none for an invalid slug, which the API rejects. */
const findPost = (api: ContentApi, slug: string) =>
  api.getSlugData({ slug }).then(
    ({ data: [post], moved }) => post ?? moved,
    () => undefined,
  )

/** CONT-10: the correctly spelled address of the packages redirects to the actual one. */
export const premiumPackagesPage: Page<ContentApi, never> = {
  async load() {
    throw new Redirect(href('packages'), true)
  },
  ...emptyPage,
}
