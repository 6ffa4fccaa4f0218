import { addVisits, type DayCounts } from '#insight/visits/store.ts'
import { specialSources } from '#insight/visits/sources.ts'
import { roomSearchPage } from '#insight/visits/visit-counter.ts'
import { href, pages } from '#routes/public.ts'
import { HISTORY_DAYS } from './plan-stays.ts'
import type { World } from './world.ts'

/** The usual number of views per day. */
const viewsPerDay: readonly (readonly [page: string, views: number])[] = [
  [pages.home, 46],
  [pages.products, 24],
  [href('product', { slug: 'zipper' }), 15],
  [href('product', { slug: 'button' }), 11],
  [href('product', { slug: 'label' }), 8],
  [pages.rooms, 22],
  [roomSearchPage, 13],
  [href('room', { slug: 'deluxe' }), 9],
  [href('room', { slug: 'single' }), 8],
  [pages.about, 6],
  [pages.blog, 7],
  [pages.contact, 5],
]

const viewsBySource: readonly (readonly [source: string, percent: number])[] = [
  ['google.com', 34],
  [specialSources.direct, 28],
  [specialSources.inside, 20],
  ['linkedin.com', 8],
  ['bing.com', 5],
  ['facebook.com', 5],
]

const devices = ['en desktop', 'en phone', 'bn phone'] as const

/** Adds the page views of the past days: fewer on Fridays, and slowly growing. */
export async function addPageViews({ db, today, random }: World): Promise<void> {
  const days = new Map<number, DayCounts>()
  for (let day = today - HISTORY_DAYS; day < today; day++) {
    const growth = 0.8 + (0.4 * (day - today + HISTORY_DAYS)) / HISTORY_DAYS
    const factor = growth * (isFriday(day) ? 0.55 : 1)
    const counts = viewsPerDay.flatMap(([page, views]) =>
      devices.map((device, index) => {
        const viewCount = Math.round((views * factor * [6, 3, 1][index]! * (70 + random.below(60))) / 1_000)
        return [`${page} ${device}`, viewCount] as const
      }),
    )
    const viewedCounts = counts.filter(([, times]) => times > 0)
    const total = viewedCounts.reduce((sum, [, times]) => sum + times, 0)
    const sources = viewsBySource.map(([source, percent]) => [source, Math.round((total * percent) / 100)] as const)
    days.set(day, { pages: new Map(viewedCounts), sources: new Map(sources) })
  }
  await addVisits(db, days)
}

/** Day 0 was a Thursday. */
const isFriday = (day: number) => day % 7 === 1
