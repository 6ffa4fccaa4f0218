import { bookingPage } from '../bookings/office/booking-page.tsx'
import { enquiryPage } from '../enquiries/office/enquiry-page.tsx'
import { messagePage } from '../enquiries/office/message-page.tsx'
import type { Page } from '../platform/pages/page.tsx'
import { officePages, type OfficePageName } from '../urls-office.ts'
import type { OfficeApi } from './api.ts'
import { waitingPage } from './waiting-page.tsx'

/** Every page of the office. They are few and small: all come with its script. */
export const pages: Record<OfficePageName, Page<OfficeApi, unknown>> = {
  waiting: waitingPage as Page<OfficeApi, unknown>,
  booking: bookingPage as Page<OfficeApi, unknown>,
  enquiry: enquiryPage as Page<OfficeApi, unknown>,
  message: messagePage as Page<OfficeApi, unknown>,
}

export interface Found {
  page: Page<OfficeApi, unknown>
  params: Record<string, string>
}

/** The page at an English path. */
export function pageAt(path: string): Found | null {
  for (const [name, pattern] of Object.entries(officePages)) {
    const groups = new RegExp('^' + pattern.replace(/:(\w+)/g, '(?<$1>[^/]+)') + '$').exec(path)
    const params = groups && decoded({ ...groups.groups })
    if (params) return { page: pages[name as OfficePageName], params }
  }
  return null
}

/** Null where somebody has made up an address that no letter says. */
function decoded(params: Record<string, string>): Record<string, string> | null {
  try {
    return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]))
  } catch {
    return null
  }
}
