import type { StayHeader } from '#front-desk/desk/stay/contract.ts'
import type { LoadArgs } from '#platform/pages/page.tsx'
import type { OfficeApi } from '../api.ts'

export const loadHeader = ({ api, route }: Pick<LoadArgs<OfficeApi>, 'api' | 'route'>): Promise<StayHeader> =>
  api.getStayHeader({ code: route.params['code']! })

/** Names the tab in the title of the browser window. */
export const formatStayTitle = ({ name, code }: StayHeader, tab?: string): string =>
  [tab, name, code].filter(Boolean).join(', ')
