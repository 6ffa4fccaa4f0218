import type { StayHeader } from '#front-desk/desk/stay/contract.ts'
import type { LoadArgs } from '#platform/pages/page.tsx'
import type { OfficeApi } from '../api.ts'

export const loadHeader = ({ api, place }: Pick<LoadArgs<OfficeApi>, 'api' | 'place'>): Promise<StayHeader> =>
  api.getStayHeader({ code: place.params['code']! })

/** Names the tab in the title of the browser window. */
export const stayTitle = ({ name, code }: StayHeader, tab?: string): string =>
  [tab, name, code].filter(Boolean).join(', ')
