import type { OfficeContext } from '#ui/office/office-context.ts'
import type { OfficeIconName } from '#ui/office/icons.tsx'
import { readOrigin } from '#ui/office/origin.ts'
import { isConversation, officePages, type OfficePageName } from '#routes/office.ts'
import type { Translator } from '#locales/translator.ts'
import type { WaitingKind } from './waiting-work.ts'

/** A page with a link in the navigation. */
interface NavigationItem {
  page: OfficePageName
  /** The permission that shows the link. */
  permission: Parameters<OfficeContext['may']>[0]
  label: Parameters<Translator['t']>[0]
  icon: OfficeIconName
  /** The kind of waiting work that is counted beside the link. */
  counts?: WaitingKind
}

/** The office navigation, grouped by task. The first few links form the bottom bar on a phone. */
const navigationGroups: readonly (readonly NavigationItem[])[] = [
  [
    { page: 'today', permission: 'run the desk', label: 'desk.today', icon: 'today' },
    { page: 'chart', permission: 'run the desk', label: 'desk.chart', icon: 'chart' },
    { page: 'requests', permission: 'see bookings', label: 'office.requests', icon: 'request', counts: 'requests' },
    { page: 'bookings', permission: 'see bookings', label: 'stays.title', icon: 'bookings' },
    { page: 'inbox', permission: 'answer enquiries', label: 'inbox.title', icon: 'chat', counts: 'inbox' },
    { page: 'quotations', permission: 'make quotations', label: 'quotation.title', icon: 'quotation' },
    { page: 'payments', permission: 'see money', label: 'payments.title', icon: 'payments' },
    { page: 'invoices', permission: 'see money', label: 'invoice.title', icon: 'invoice' },
    { page: 'emails', permission: 'look after letters', label: 'emails.title', icon: 'letter', counts: 'letters' },
  ],
  [
    { page: 'handover', permission: 'take money', label: 'till.title', icon: 'till' },
    { page: 'day', permission: 'run the desk', label: 'desk.close_day', icon: 'moon' },
    { page: 'register', permission: 'run the desk', label: 'guests.title', icon: 'register' },
    { page: 'housekeeping', permission: 'clean rooms', label: 'housekeeping.title', icon: 'broom' },
    { page: 'rooms', permission: 'change rooms', label: 'roomtype.title', icon: 'bed' },
    { page: 'calendars', permission: 'change rooms', label: 'calendars.title', icon: 'calendars' },
    { page: 'rates', permission: 'change rates', label: 'rates.title', icon: 'rates' },
    { page: 'policies', permission: 'change rates', label: 'policy.title', icon: 'policy' },
    { page: 'extras', permission: 'change rates', label: 'extras.title', icon: 'extras' },
    { page: 'facilities', permission: 'change rooms', label: 'facility.title', icon: 'ticks' },
  ],
  [
    { page: 'posts', permission: 'write content', label: 'posts.title', icon: 'post' },
    { page: 'slides', permission: 'write content', label: 'slides.title', icon: 'slides' },
    { page: 'products', permission: 'write content', label: 'catalogue.title', icon: 'goods' },
    { page: 'texts', permission: 'write content', label: 'texts.title', icon: 'texts' },
    { page: 'pictures', permission: 'write content', label: 'media.title', icon: 'picture' },
  ],
  [
    { page: 'figures', permission: 'see figures', label: 'figures.title', icon: 'figures' },
    { page: 'people', permission: 'see people', label: 'people.title', icon: 'people' },
    { page: 'team', permission: 'manage staff', label: 'team.title', icon: 'staff' },
    { page: 'webhooks', permission: 'manage webhooks', label: 'webhooks.title', icon: 'webhook' },
    { page: 'settings', permission: 'change settings', label: 'settings.title', icon: 'settings' },
    { page: 'log', permission: 'see the log', label: 'log.title', icon: 'log' },
  ],
]

/** Lists the links that the user may open. */
export const listNavigation = (may: OfficeContext['may']): NavigationItem[][] =>
  navigationGroups.map((group) => group.filter((item) => may(item.permission))).filter((group) => group.length > 0)

/** All office paths start with the path of the first page, so that page matches only itself. */
const isWithin = (page: OfficePageName, path: string) =>
  path === officePages[page] || (page !== 'requests' && path.startsWith(`${officePages[page]}/`))

/** Returns the navigation page that a path belongs to, or null. A booking belongs to the page that it was opened from. */
export function findNavigationPage(path: string): OfficePageName | null {
  if (isConversation(path)) return 'inbox'
  if (path.startsWith(`${officePages.bookings}/`)) return readOrigin()?.page ?? 'bookings'
  const names = navigationGroups.flat().map(({ page }) => page)
  const matches = names.filter((page) => isWithin(page, path))
  return matches.toSorted((a, b) => officePages[b].length - officePages[a].length)[0] ?? null
}
