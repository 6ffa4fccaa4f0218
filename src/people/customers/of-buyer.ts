import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { hasPermission } from '#schema/permissions.ts'
import { findCustomerByEmail } from './customers.ts'

/** The customer with this address among its contacts. Null if there is none, or if the caller may not see customers. */
export const findCustomerOfBuyer = async (
  db: Database,
  { account }: Pick<RequestContext, 'account'>,
  email: string,
): Promise<{ id: number; name: string } | null> =>
  hasPermission(account, 'manage customers') ? findCustomerByEmail(db, email) : null
