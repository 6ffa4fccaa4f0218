import { may } from '#schema/permissions.ts'
import type { RequestContext } from './contract.ts'
import { UserError } from './errors.ts'

/**
 * The rule for every write to content: whoever may write changes what readers do not see; what they see now, or would see
 * after the change, takes the right to publish.
 */
export function mustMayPublish({ account }: Pick<RequestContext, 'account'>, isSeen: boolean): void {
  if (isSeen && !may(account, 'publish')) throw new UserError(403, { key: 'error.may_not_publish' })
}
