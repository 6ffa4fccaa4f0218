/** What can be made to go wrong, by whoever pays or by a test. */

/** Of the notice that the gateway sends by itself. */
export const noticeWays = ['now', 'first', 'late', 'twice', 'never', 'forged', 'nameless'] as const
export type NoticeWay = (typeof noticeWays)[number]

/** Of the answers to what the house asks. */
export const answerFaults = ['pending', 'inactive', 'broken', 'slow', 'nonsense', 'lost'] as const
export type AnswerFault = (typeof answerFaults)[number]

/** Of a refund. */
export const refundEnds = ['refunded', 'cancelled', 'failed'] as const
export type RefundEnd = (typeof refundEnds)[number]

export const questions = ['open', 'validate', 'query', 'refund', 'status'] as const
export type Question = (typeof questions)[number]

/** So many answers more go wrong in this way: those about one transaction, or all. */
export interface Fault {
  tranId: string | null
  questions: readonly Question[]
  fault: AnswerFault
  left: number
}

/** The next fault that an answer has, which thereby has happened. */
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
