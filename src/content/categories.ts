import type { PageName } from '#routes/public.ts'

/** The post categories with pages of their own, by ID. */
export const categories = {
  about: 1,
  countries: 2,
  courses: 3,
  services: 4,
  missionVision: 5,
  offerings: 6,
  goals: 9,
  blog: 14,
  packages: 20,
} as const

/** The page of each category above, by ID. */
const pages = {
  1: 'about',
  2: 'countries',
  3: 'courses',
  4: 'ourServices',
  5: 'missionVision',
  6: 'ourOfferings',
  9: 'goals',
  14: 'blog',
  20: 'packages',
} as const satisfies Record<(typeof categories)[keyof typeof categories], PageName>
type CategoryPage = (typeof pages)[keyof typeof pages]

/** Returns the page of a category. Categories created by staff have none. */
export const findCategoryPage = (id: number): CategoryPage | undefined => pages[id as keyof typeof pages]
