import { categories } from './teasers.ts'

const pages = {
  [categories.about]: 'about',
  [categories.countries]: 'countries',
  [categories.courses]: 'courses',
  [categories.services]: 'ourServices',
  [categories.missionVision]: 'missionVision',
  [categories.offerings]: 'ourOfferings',
  [categories.goals]: 'goals',
  [categories.blog]: 'blog',
  [categories.packages]: 'packages',
} as const
type CategoryPage = (typeof pages)[keyof typeof pages]

/** The page a category has of its own; staff may make categories that have none. */
export const pageOfCategory = (id: number): CategoryPage | undefined => pages[id as keyof typeof pages]
