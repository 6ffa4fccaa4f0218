import type { StayHeader } from '#front-desk/desk/stay/contract.ts'
import type { LoadArgs } from '#platform/pages/page.tsx'
import type { OfficeApi } from '../api.ts'

export const loadHeader = ({
  api,
  pageLocation,
}: Pick<LoadArgs<OfficeApi>, 'api' | 'pageLocation'>): Promise<StayHeader> =>
  api.getStayHeader({ code: pageLocation.params['code']! })

/** Names the tab in the title of the browser window. */
export const stayTitle = ({ name, code }: StayHeader, tab?: string): string =>
  [tab, name, code].filter(Boolean).join(', ')
