import { TermsTold } from '../../policies/terms-told.tsx'
import type { Cancelling } from '../contract.ts'

/** What whoever booked is told about cancelling: what it costs, or why it is not done here. */
export const CancellingTold = ({ cancelling: { terms, no_show, ...told } }: { cancelling: Cancelling }) =>
  typeof no_show !== 'number' ? <p>{terms}</p> : <TermsTold told={{ ...told, terms: terms ?? '', no_show }} />
