import { may } from '../permissions.ts'
import type { Asker } from '../platform/contract.ts'
import { Refusal } from '../platform/errors.ts'

/** What readers see now, or would see, is for those who may publish; the rest is for whoever writes. */
export function mustMayPublish({ account }: Pick<Asker, 'account'>, isSeen: boolean): void {
  if (isSeen && !may(account, 'publish')) throw new Refusal(403, { key: 'error.may_not_publish' })
}
