import { answerFaults, isOneOf, noticeWays, questions, refundEnds, type Fault } from './faults.ts'
import { acts, type Act } from './trying.ts'
import type { NoticeWay, RefundEnd } from './faults.ts'
import type { Means } from './store.ts'

/** The button that was pressed and the chosen faults. */
export interface Pressed {
  act: Act
  means: Means
  notice: NoticeWay
  fault: Fault | null
  refundsEnd: RefundEnd
  /** The browser does not return to the app. */
  isGone: boolean
}

const MAX_FAULTS = 100
const ONCE_MORE = 2

export function pressedIn(form: URLSearchParams, tranId: string): Pressed | null {
  const text = (name: string, otherwise: string) => form.get(name) ?? otherwise
  const [what, means, notice] = [text('act', ''), text('means', 'card'), text('notice', 'now')]
  const [answers, refundsEnd] = [text('answers', 'well'), text('refunds', 'refunded')]
  if (!isOneOf(acts, what) || !isOneOf(['card', 'bkash', 'nagad'] as const, means)) return null
  if (!isOneOf(noticeWays, notice) || !isOneOf(refundEnds, refundsEnd)) return null
  if (answers !== 'well' && !isOneOf(answerFaults, answers)) return null
  return {
    act: what,
    means,
    notice,
    fault: answers === 'well' ? null : { tranId, questions: ['validate', 'query'], fault: answers, left: ONCE_MORE },
    refundsEnd,
    isGone: form.has('gone'),
  }
}

/** Parses a fault that a test plans, for one transaction or for all. Returns null if it is invalid. */
export function planFault(form: URLSearchParams): Fault | null {
  const asked = (form.get('questions') ?? '').split(',')
  const fault = form.get('fault')
  const left = Number(form.get('times') ?? 1)
  if (!asked.every((each) => isOneOf(questions, each)) || !isOneOf(answerFaults, fault)) return null
  if (!Number.isSafeInteger(left) || left < 1 || left > MAX_FAULTS) return null
  return { tranId: form.get('tran_id'), questions: asked as Fault['questions'], fault, left }
}
