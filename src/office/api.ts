import type { AccountsApi } from '../accounts/contract.ts'
import type { BookingsOfficeApi } from '../bookings/office/contract.ts'
import type { EnquiriesOfficeApi } from '../enquiries/office/contract.ts'

/** Everything a page of the office may ask for. */
export type OfficeApi = BookingsOfficeApi & EnquiriesOfficeApi & Pick<AccountsApi, 'logout'>
