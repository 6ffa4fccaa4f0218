import { findCategoryPage } from '#content/categories.ts'
import type { Category } from '#content/contract.ts'
import { href } from '#routes/public.ts'
import type { ShortLink } from './page-links.tsx'

/** Returns links to the pages of these categories, in this order and under the categories' names. */
export const listLinksToCategories = (allCategories: readonly Category[], ids: readonly number[]): ShortLink[] =>
  ids.flatMap((id) => {
    const [page, category] = [findCategoryPage(id), allCategories.find((candidate) => candidate.id === id)]
    return page && category ? [{ title: category.name, to: href(page) }] : []
  })
