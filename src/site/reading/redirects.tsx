import { categories } from '#content/categories.ts'
import type { ContentApi } from '#content/contract.ts'
import { Redirect, type Page } from '#platform/pages/page.tsx'
import { href } from '#routes/public.ts'
import { sortNewestFirst, loadPosts } from './teasers.ts'

const emptyPage = { head: () => ({ title: '' }), View: () => null }

/** CONT-10: redirects to the requested post, or to the newest post of the blog. */
export const blogDetailsPage: Page<ContentApi, never> = {
  queryNames: ['slug'],
  async load(args) {
    const { api, route } = args
    const slug = route.query.get('slug')
    const [post] = slug ? await findPosts(api, slug) : sortNewestFirst(await loadPosts(args, categories.blog))
    if (!post) throw new Redirect(href('blog'))
    throw new Redirect(href(post.category_id === categories.blog ? 'post' : 'detail', { slug: post.slug }))
  },
  ...emptyPage,
}

/** Finds the posts with a slug. Returns none for an invalid slug, which the API rejects. */
const findPosts = (api: ContentApi, slug: string) =>
  api.getSlugData({ slug }).then(
    ({ data }) => data,
    () => [],
  )

/** CONT-10: the correctly spelled address of the packages redirects to the actual one. */
export const premiumPackagesPage: Page<ContentApi, never> = {
  async load() {
    throw new Redirect(href('packages'), true)
  },
  ...emptyPage,
}
