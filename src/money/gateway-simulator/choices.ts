import { answerFaults, isOneOf, noticeModes, endpointNames, refundOutcomes, type Fault } from './faults.ts'
import { actions, type Action } from './attempts.ts'
import type { NoticeMode, RefundOutcome } from './faults.ts'
import type { Means } from './store.ts'

/** The button that was pressed and the chosen faults. */
export interface PageChoices {
  action: Action
  means: Means
  notice: NoticeMode
  fault: Fault | null
  refundsEnd: RefundOutcome
  /** Whether the browser does not return to the app. */
  isGone: boolean
}

const MAX_FAULTS = 100
const FAULTY_REPLY_COUNT = 2

export function parseChoices(form: URLSearchParams, tranId: string): PageChoices | null {
  const readText = (name: string, fallback: string) => form.get(name) ?? fallback
  const [action, means, noticeMode] = [readText('act', ''), readText('means', 'card'), readText('notice', 'now')]
  const [answerMode, refundsEnd] = [readText('answers', 'well'), readText('refunds', 'refunded')]
  if (!isOneOf(actions, action) || !isOneOf(['card', 'bkash', 'nagad'] as const, means)) return null
  if (!isOneOf(noticeModes, noticeMode) || !isOneOf(refundOutcomes, refundsEnd)) return null
  if (answerMode !== 'well' && !isOneOf(answerFaults, answerMode)) return null
  return {
    action,
    means,
    notice: noticeMode,
    fault:
      answerMode === 'well'
        ? null
        : { tranId, endpoints: ['validate', 'query'], fault: answerMode, remaining: FAULTY_REPLY_COUNT },
    refundsEnd,
    isGone: form.has('gone'),
  }
}

/** Parses a fault that a test plans, for one transaction or for all. Returns null if it is invalid. */
export function parseFault(form: URLSearchParams): Fault | null {
  const names = (form.get('questions') ?? '').split(',')
  const fault = form.get('fault')
  const remainingTimes = Number(form.get('times') ?? 1)
  if (!names.every((candidate) => isOneOf(endpointNames, candidate)) || !isOneOf(answerFaults, fault)) return null
  if (!Number.isSafeInteger(remainingTimes) || remainingTimes < 1 || remainingTimes > MAX_FAULTS) return null
  return { tranId: form.get('tran_id'), endpoints: names as Fault['endpoints'], fault, remaining: remainingTimes }
}
