import type { OfficeContext } from '#ui/office/office-context.ts'
import type { OfficeIconName } from '#ui/office/icons.tsx'
import { readOrigin } from '#ui/office/origin.ts'
import { tabPages } from '#ui/office/page-tabs.tsx'
import { isConversation, officePages, type OfficePageName } from '#routes/office.ts'
import type { Translator } from '#locales/translator.ts'
import type { WaitingKind } from './waiting-work.ts'

/** A link in the navigation. */
export interface NavigationItem<Name extends OfficePageName = NavigationPage> {
  page: Name
  /** The permission that shows the link. */
  permission: Parameters<OfficeContext['can']>[0]
  label: Parameters<Translator['t']>[0]
  icon: OfficeIconName
  /** The kind of waiting work whose count is shown beside the link. */
  counts?: WaitingKind
  /** Pages without a link of their own, because they are tabs of this page. */
  tabs?: readonly OfficePageName[]
}

export interface NavigationGroup<Name extends OfficePageName = NavigationPage> {
  name: 'desk' | 'sales' | 'money' | 'rooms' | 'website' | 'figures' | 'settings'
  items: readonly NavigationItem<Name>[]
}

/** The office navigation, grouped by task. The first few links form the bottom bar on a phone. */
const groupDefinitions = [
  {
    name: 'desk',
    items: [
      { page: 'today', permission: 'run the desk', label: 'desk.today', icon: 'today' },
      { page: 'chart', permission: 'run the desk', label: 'desk.chart', icon: 'chart' },
      {
        page: 'bookings',
        permission: 'see bookings',
        label: 'stays.title',
        icon: 'bookings',
        counts: 'requests',
        tabs: ['requests'],
      },
      { page: 'housekeeping', permission: 'clean rooms', label: 'housekeeping.title', icon: 'broom' },
      { page: 'people', permission: 'see people', label: 'people.title', icon: 'people' },
      { page: 'register', permission: 'run the desk', label: 'guests.title', icon: 'register' },
      { page: 'day', permission: 'run the desk', label: 'desk.close_day', icon: 'moon' },
    ],
  },
  {
    name: 'sales',
    items: [
      { page: 'inbox', permission: 'answer enquiries', label: 'inbox.title', icon: 'chat', counts: 'inbox' },
      { page: 'quotations', permission: 'make quotations', label: 'quotation.title', icon: 'quotation' },
      { page: 'orders', permission: 'make quotations', label: 'orders.title', icon: 'parcel' },
      { page: 'customers', permission: 'manage customers', label: 'customer.title', icon: 'factory' },
    ],
  },
  {
    name: 'money',
    items: [
      { page: 'payments', permission: 'see money', label: 'payments.title', icon: 'payments' },
      { page: 'invoices', permission: 'see money', label: 'invoice.title', icon: 'invoice' },
      { page: 'receivables', permission: 'see money', label: 'customer.receivables', icon: 'receivables' },
      { page: 'handover', permission: 'take money', label: 'till.title', icon: 'till' },
    ],
  },
  {
    name: 'rooms',
    items: [
      { page: 'rooms', permission: 'change rooms', label: 'roomtype.title', icon: 'bed', tabs: tabPages.rooms },
      { page: 'rates', permission: 'change rates', label: 'rates.title', icon: 'rates', tabs: tabPages.rates },
    ],
  },
  {
    name: 'website',
    items: [
      { page: 'posts', permission: 'write content', label: 'posts.title', icon: 'post' },
      { page: 'slides', permission: 'write content', label: 'slides.title', icon: 'slides' },
      { page: 'products', permission: 'write content', label: 'catalogue.title', icon: 'goods' },
      { page: 'texts', permission: 'write content', label: 'texts.title', icon: 'texts' },
      { page: 'pictures', permission: 'write content', label: 'media.title', icon: 'picture' },
    ],
  },
  {
    name: 'figures',
    items: [{ page: 'figures', permission: 'see figures', label: 'figures.title', icon: 'figures' }],
  },
  {
    name: 'settings',
    items: [
      { page: 'settings', permission: 'change settings', label: 'settings.title', icon: 'settings' },
      { page: 'team', permission: 'manage staff', label: 'team.title', icon: 'staff' },
      { page: 'emails', permission: 'manage emails', label: 'emails.title', icon: 'email', counts: 'emails' },
      { page: 'calendars', permission: 'change rooms', label: 'calendars.title', icon: 'calendars' },
      { page: 'webhooks', permission: 'manage webhooks', label: 'webhooks.title', icon: 'webhook' },
      { page: 'status', permission: 'see the status', label: 'status.title', icon: 'status' },
      { page: 'log', permission: 'see the log', label: 'log.title', icon: 'log' },
    ],
  },
] as const satisfies readonly NavigationGroup<OfficePageName>[]
const navigationGroups: readonly NavigationGroup[] = groupDefinitions

/** A page with a link in the navigation. */
export type NavigationPage = (typeof groupDefinitions)[number]['items'][number]['page']

/** Lists the groups with the links that the user may open. */
export const listNavigation = (can: OfficeContext['can']): NavigationGroup[] =>
  navigationGroups
    .map(({ name, items }) => ({ name, items: items.filter((item) => can(item.permission)) }))
    .filter(({ items }) => items.length > 0)

/** The first page that the user may open. */
export const findFirstItem = (can: OfficeContext['can']): NavigationItem | undefined => listNavigation(can)[0]?.items[0]

const isWithin = (page: OfficePageName, path: string) =>
  path === officePages[page] || path.startsWith(`${officePages[page]}/`)

/** Returns the navigation page that a path belongs to, or null. A booking belongs to the page it was opened from. */
export function findNavigationPage(path: string): NavigationPage | null {
  if (isConversation(path)) return 'inbox'
  if (path.startsWith(`${officePages.bookings}/`)) {
    const origin = readOrigin()?.page ?? 'bookings'
    return origin === 'requests' ? 'bookings' : origin
  }
  const items = navigationGroups.flatMap((group) => group.items)
  const matches = items.flatMap(({ page, tabs = [] }) =>
    [page, ...tabs].filter((name) => isWithin(name, path)).map((name) => ({ page, length: officePages[name].length })),
  )
  return matches.toSorted((a, b) => b.length - a.length)[0]?.page ?? null
}
