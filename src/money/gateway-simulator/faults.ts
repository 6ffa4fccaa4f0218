/** The faults that a payer or a test can trigger. */

/** How the gateway sends its notice. */
export const noticeWays = ['now', 'first', 'late', 'twice', 'never', 'forged', 'nameless'] as const
export type NoticeWay = (typeof noticeWays)[number]

/** Faults of the replies to the app's requests. */
export const answerFaults = ['pending', 'inactive', 'broken', 'slow', 'nonsense', 'lost'] as const
export type AnswerFault = (typeof answerFaults)[number]

/** The outcome of a refund. */
export const refundEnds = ['refunded', 'cancelled', 'failed'] as const
export type RefundEnd = (typeof refundEnds)[number]

export const questions = ['open', 'validate', 'query', 'refund', 'status'] as const
export type Question = (typeof questions)[number]

/** A fault of the next `left` replies, for one transaction, or for all if `tranId` is null. */
export interface Fault {
  tranId: string | null
  questions: readonly Question[]
  fault: AnswerFault
  left: number
}

/** Returns the next fault for a reply and uses it up. */
export function befalls(faults: Fault[], question: Question, tranId: string | null): AnswerFault | null {
  const at = faults.findIndex(
    (each) => each.questions.includes(question) && (each.tranId === null || each.tranId === tranId),
  )
  const found = faults[at]
  if (!found) return null
  if (--found.left <= 0) faults.splice(at, 1)
  return found.fault
}

export const isOneOf = <Word extends string>(words: readonly Word[], text: string | null): text is Word =>
  (words as readonly (string | null)[]).includes(text)
