import { readSession } from '#people/accounts/portal/session-store.ts'

/** Tells the visit counter about a page that the browser has shown. */
export function reportView(path: string, view: 'searched' | 'moved' | 'staff'): void {
  fetch(path, { method: 'HEAD', headers: { 'x-seen': view }, keepalive: true }).catch(() => {})
}

/** Staff and owners are not counted. */
export const isStaff = (): boolean => /^[so]/.test(readSession().user?.role ?? '')

/**
 * Takes back the view of a document that staff opened from another page of the site. The server cannot know who opens a
 * document, and does not count those opened from the office.
 */
export function takeBackStaffView(): void {
  const { origin, pathname, search } = location
  if (!isStaff() || !document.referrer.startsWith(origin + '/')) return
  if (!/^(\/bn)?\/office(\/|$)/.test(new URL(document.referrer).pathname)) reportView(pathname + search, 'staff')
}
