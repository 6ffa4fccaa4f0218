import type { AccountsApi } from '../accounts/contract.ts'
import { readToken, signInPath } from '../accounts/session.ts'
import type { BookingsApi } from '../bookings/contract.ts'
import type { ContentApi } from '../content/contract.ts'
import type { EnquiriesApi } from '../enquiries/contract.ts'
import type { OpenApiApi } from '../platform/openapi.ts'
import type { House } from '../platform/router.tsx'
import type { RoomsApi } from '../rooms/contract.ts'
import { inLanguage, queryString } from '../urls.ts'
import { Frame } from './frame.tsx'
import { registry } from './pages.tsx'
import type { Shell } from './shell.ts'

/** Everything a page may ask for. */
export type Api = ContentApi & RoomsApi & BookingsApi & AccountsApi & EnquiriesApi & OpenApiApi

/** The pages, the frame round them, and the way of a visitor to a page of members: by the sign-in, and back. */
export const house: House<Api, Shell> = {
  registry,
  Frame,
  siteName: (shell) => shell.global.name,
  publicUrl: (shell) => shell.global.publicUrl,
  detour(page, { path, query, language }) {
    if (!page.signedIn || readToken()) return null
    return inLanguage(signInPath(path + queryString(Object.fromEntries(query))), language)
  },
}
