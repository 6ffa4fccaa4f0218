import { hasPermission } from '#schema/permissions.ts'
import type { RequestContext } from './contract.ts'
import { UserError } from './errors.ts'

/**
 * Checks the permission for a content change. Hidden content needs the right to write. Content that is visible before
 * or after the change also needs the right to publish.
 */
export function requirePublishPermission({ account }: Pick<RequestContext, 'account'>, isVisible: boolean): void {
  if (isVisible && !hasPermission(account, 'publish')) throw new UserError(403, { key: 'error.may_not_publish' })
}
