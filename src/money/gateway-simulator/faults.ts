/** The faults that a payer or a test can trigger. */

/** The time and the form of the notice that the gateway sends. */
export const noticeModes = ['now', 'first', 'late', 'twice', 'never', 'forged', 'nameless'] as const
export type NoticeMode = (typeof noticeModes)[number]

/** Faults of the replies to the app's requests. */
export const answerFaults = ['pending', 'inactive', 'broken', 'slow', 'nonsense', 'lost'] as const
export type AnswerFault = (typeof answerFaults)[number]

export const refundOutcomes = ['refunded', 'cancelled', 'failed'] as const
export type RefundOutcome = (typeof refundOutcomes)[number]

export const endpointNames = ['open', 'validate', 'query', 'refund', 'status'] as const
export type EndpointName = (typeof endpointNames)[number]

/** A fault of the next `remaining` replies, for one transaction, or for all if `tranId` is null. */
export interface Fault {
  tranId: string | null
  endpoints: readonly EndpointName[]
  fault: AnswerFault
  remaining: number
}

/** Returns the next fault for a reply and uses it up. */
export function consumeFault(faults: Fault[], endpoint: EndpointName, tranId: string | null): AnswerFault | null {
  const index = faults.findIndex(
    (candidate) => candidate.endpoints.includes(endpoint) && (candidate.tranId === null || candidate.tranId === tranId),
  )
  const fault = faults[index]
  if (!fault) return null
  if (--fault.remaining <= 0) faults.splice(index, 1)
  return fault.fault
}

export const isOneOf = <Value extends string>(values: readonly Value[], text: string | null): text is Value =>
  (values as readonly (string | null)[]).includes(text)
