import { categories } from '#content/categories.ts'
import type { ContentApi } from '#content/contract.ts'
import { Redirect, type Page } from '#platform/pages/page.tsx'
import { href } from '#routes/public.ts'
import { newestFirst, postsOf } from './teasers.ts'

const nothingToSee = { head: () => ({ title: '' }), View: () => null }

/** CONT-10: to the post that is asked for, or to the newest of the blog. */
export const blogDetailsPage: Page<ContentApi, never> = {
  reads: ['slug'],
  async load(asked) {
    const { api, place } = asked
    const slug = place.query.get('slug')
    const [post] = slug ? await postsAt(api, slug) : newestFirst(await postsOf(asked, categories.blog))
    if (!post) throw new Redirect(href('blog'))
    throw new Redirect(href(post.category_id === categories.blog ? 'post' : 'detail', { slug: post.slug }))
  },
  ...nothingToSee,
}

/** What is no slug at all is refused; then there is no such post. */
const postsAt = (api: ContentApi, slug: string) =>
  api.getSlugData({ slug }).then(
    ({ data }) => data,
    () => [],
  )

/** CONT-10: the address of the packages, spelled as people spell it. */
export const premiumPackagesPage: Page<ContentApi, never> = {
  async load() {
    throw new Redirect(href('packages'), true)
  },
  ...nothingToSee,
}
