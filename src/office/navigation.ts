import type { Desk } from '#ui/office/desk.ts'
import type { OfficeIconName } from '#ui/office/icons.tsx'
import { isConversation, officePages, type OfficePageName } from '#routes/office.ts'
import type { Translator } from '#locales/translator.ts'
import type { WaitingKind } from './waiting-work.ts'

/** A page with a link in the navigation. */
interface NavigationItem {
  page: OfficePageName
  /** The permission that shows the link. */
  may: Parameters<Desk['may']>[0]
  word: Parameters<Translator['t']>[0]
  icon: OfficeIconName
  /** The kind of waiting work that is counted beside the link. */
  counts?: WaitingKind
}

/** The office navigation, grouped by task. The first few links form the bottom bar on a phone. */
const navigationGroups: readonly (readonly NavigationItem[])[] = [
  [
    { page: 'today', may: 'run the desk', word: 'desk.today', icon: 'today' },
    { page: 'chart', may: 'run the desk', word: 'desk.chart', icon: 'chart' },
    { page: 'requests', may: 'see bookings', word: 'office.requests', icon: 'request', counts: 'requests' },
    { page: 'bookings', may: 'see bookings', word: 'stays.title', icon: 'bookings' },
    { page: 'inbox', may: 'answer enquiries', word: 'inbox.title', icon: 'chat', counts: 'inbox' },
    { page: 'quotations', may: 'make quotations', word: 'quotation.title', icon: 'quotation' },
    { page: 'payments', may: 'see money', word: 'payments.title', icon: 'payments' },
    { page: 'invoices', may: 'see money', word: 'invoice.title', icon: 'invoice' },
    { page: 'letters', may: 'look after letters', word: 'letters.title', icon: 'letter', counts: 'letters' },
  ],
  [
    { page: 'handover', may: 'take money', word: 'till.title', icon: 'till' },
    { page: 'day', may: 'run the desk', word: 'desk.day', icon: 'moon' },
    { page: 'register', may: 'run the desk', word: 'guests.title', icon: 'register' },
    { page: 'housekeeping', may: 'clean rooms', word: 'housekeeping.title', icon: 'broom' },
    { page: 'rooms', may: 'change rooms', word: 'roomtype.title', icon: 'bed' },
    { page: 'calendars', may: 'change rooms', word: 'calendars.title', icon: 'calendars' },
    { page: 'rates', may: 'change rates', word: 'rates.title', icon: 'rates' },
    { page: 'policies', may: 'change rates', word: 'policy.title', icon: 'policy' },
    { page: 'extras', may: 'change rates', word: 'extras.title', icon: 'extras' },
    { page: 'facilities', may: 'change rooms', word: 'facility.title', icon: 'ticks' },
  ],
  [
    { page: 'posts', may: 'write content', word: 'posts.title', icon: 'post' },
    { page: 'slides', may: 'write content', word: 'slides.title', icon: 'slides' },
    { page: 'products', may: 'write content', word: 'goods.title', icon: 'goods' },
    { page: 'texts', may: 'write content', word: 'texts.title', icon: 'texts' },
    { page: 'pictures', may: 'write content', word: 'media.title', icon: 'picture' },
  ],
  [
    { page: 'figures', may: 'see figures', word: 'figures.title', icon: 'figures' },
    { page: 'people', may: 'see people', word: 'people.title', icon: 'people' },
    { page: 'team', may: 'manage staff', word: 'team.title', icon: 'staff' },
    { page: 'webhooks', may: 'manage webhooks', word: 'webhooks.title', icon: 'webhook' },
    { page: 'settings', may: 'change settings', word: 'settings.title', icon: 'settings' },
    { page: 'log', may: 'see the log', word: 'log.title', icon: 'log' },
  ],
]

/** The links that the user may open. */
export const listNavigation = (may: Desk['may']): NavigationItem[][] =>
  navigationGroups.map((group) => group.filter((item) => may(item.may))).filter((group) => group.length > 0)

/** All office paths start with the path of the first page, so that page matches only itself. */
const isWithin = (page: OfficePageName, path: string) =>
  path === officePages[page] || (page !== 'requests' && path.startsWith(`${officePages[page]}/`))

/** Returns the navigation page that a path belongs to, or null. */
export function findNavigationPage(path: string): OfficePageName | null {
  if (isConversation(path)) return 'inbox'
  const names = navigationGroups.flat().map(({ page }) => page)
  const matches = names.filter((page) => isWithin(page, path))
  return matches.toSorted((a, b) => officePages[b].length - officePages[a].length)[0] ?? null
}
