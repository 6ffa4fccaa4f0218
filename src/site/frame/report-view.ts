import { readSession } from '#people/accounts/portal/session.ts'

/** Tells the visit counter about a page that the browser has shown. */
export function reportView(path: string, view: 'searched' | 'moved' | 'staff', referrer = location.href): void {
  fetch(path, { method: 'HEAD', headers: { 'x-seen': view }, referrer, keepalive: true }).catch(() => {})
}

/** Staff and owners are not counted. */
export const isStaff = (): boolean => /^[so]/.test(readSession().user?.role ?? '')

/**
 * Takes back the view of a document that staff opened from another page of the site, because the server cannot know who
 * opens a document. The server gets the same referrer again, because it did not count the view if the document was
 * opened from the office.
 */
export function takeBackStaffView(): void {
  const { origin, pathname, search } = location
  if (isStaff() && document.referrer.startsWith(origin + '/')) reportView(pathname + search, 'staff', document.referrer)
}
