import { TermsTold } from '../../policies/terms-told.tsx'
import type { Cancelling } from '../contract.ts'

/** The cancellation terms shown to the guest: the fees, or why the stay cannot be cancelled online. */
export const CancellingTold = ({ cancelling: { terms, no_show, ...told } }: { cancelling: Cancelling }) =>
  typeof no_show !== 'number' ? <p>{terms}</p> : <TermsTold told={{ ...told, terms: terms ?? '', no_show }} />
