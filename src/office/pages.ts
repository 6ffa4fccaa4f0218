import { bookingPage } from '../bookings/office/booking-page.tsx'
import { enquiryPage } from '../enquiries/office/enquiry-page.tsx'
import { messagePage } from '../enquiries/office/message-page.tsx'
import type { Page } from '../platform/pages/page.tsx'
import { officePageAt, type OfficePageName } from '../urls-office.ts'
import type { OfficeApi } from './api.ts'
import { waitingPage } from './waiting-page.tsx'

/** Every page of the office. They are few and small: all come with its script. */
const pages: Record<OfficePageName, Page<OfficeApi, unknown>> = {
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
  const found = officePageAt(path)
  return found && { page: pages[found.name], params: found.params }
}
