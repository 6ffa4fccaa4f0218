import type { ContentApi } from '#content/contract.ts'

/** The stay package that the visitor has chosen, by its slug in the query string. */
export interface ChosenPackage {
  slug: string
  /** Empty if the package no longer exists. */
  name: string
  nights: number
  /** The included extras as text. Empty if there are none. */
  extras: string
}

export async function loadChosenPackage(api: ContentApi, slug: string): Promise<ChosenPackage> {
  const { data } = await api.getSlugData({ slug: slug.slice(0, 200) })
  const post = data.find(({ stay }) => stay)
  return { slug, name: post?.title ?? '', nights: post?.stay?.nights ?? 0, extras: post?.stay?.extras ?? '' }
}
