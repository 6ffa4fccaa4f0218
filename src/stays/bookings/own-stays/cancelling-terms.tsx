import { TermsSummary } from '../../policies/terms-summary.tsx'
import type { Cancelling } from '../contract.ts'

/** The cancellation terms shown to the guest: the fees, or why the stay cannot be cancelled online. */
export const CancellingTerms = ({ cancelling: { terms, no_show, ...otherTerms } }: { cancelling: Cancelling }) =>
  typeof no_show !== 'number' ? <p>{terms}</p> : <TermsSummary terms={{ ...otherTerms, terms: terms ?? '', no_show }} />
