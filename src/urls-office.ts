import { endpoints, type Endpoints } from './urls.ts'

/** The addresses of the back office: a list of its own, which nothing that the public loads may name. */
export const officePages = {
  waiting: '/office',
  booking: '/office/bookings/:code',
  enquiry: '/office/enquiries/:code',
  message: '/office/messages/:id',
} as const

export const officeEndpoints = {
  getWaitingRequests: ['GET', '/api/office/waitingRequests'],
  getWaitingEnquiries: ['GET', '/api/office/waitingEnquiries'],
  getWaitingMessages: ['GET', '/api/office/waitingMessages'],
  getBookingFile: ['GET', '/api/office/booking'],
  confirmRequest: ['POST', '/api/office/confirmRequest'],
  declineRequest: ['POST', '/api/office/declineRequest'],
  getEnquiryFile: ['GET', '/api/office/enquiry'],
  markEnquiry: ['POST', '/api/office/markEnquiry'],
  getMessageFile: ['GET', '/api/office/message'],
  markMessage: ['POST', '/api/office/markMessage'],
} as const satisfies Endpoints

/** For the server and its tests. */
export const everyEndpoint = { ...endpoints, ...officeEndpoints }
export type EveryEndpointName = keyof typeof everyEndpoint

export type OfficePageName = keyof typeof officePages

/** The path of one thing that came in, or of all that wait: `officeHref('booking', code)`. */
export const officeHref = (page: OfficePageName, which: string | number = ''): string =>
  officePages[page].replace(/:\w+$/, encodeURIComponent(which))

/** What stands at an English path, and which one of it. Null where the office has no such address. */
export function officePageAt(path: string): { name: OfficePageName; params: Record<string, string> } | null {
  const asked = path.split('/')
  for (const [name, pattern] of Object.entries(officePages) as [OfficePageName, string][]) {
    const parts = pattern.split('/')
    const isHere = parts.length === asked.length && parts.every((part, at) => fits(part, asked[at]!))
    if (!isHere) continue
    const named = parts.flatMap((part, at) => (part[0] === ':' ? [[part.slice(1), asked[at]!] as const] : []))
    return decoded(name, named)
  }
  return null
}

const fits = (part: string, asked: string) => (part[0] === ':' ? asked !== '' : part === asked)

/** No letter says an address that cannot be decoded. */
function decoded(name: OfficePageName, params: (readonly [string, string])[]) {
  try {
    return { name, params: Object.fromEntries(params.map(([key, value]) => [key, decodeURIComponent(value)])) }
  } catch {
    return null
  }
}
