import { isoDay } from '#platform/day.ts'
import { toNumberOrText, type InputValue } from '#ui/form/number-input.ts'
import type { RateEdit } from '../rates/own-rate.ts'
import type { RateChangeForm } from './rates-contract.ts'
import type { Selection } from './rates-sheet.ts'

/** The input of the panel. An empty field leaves the value unchanged. */
export interface Draft {
  price: '' | 'set' | 'percent' | 'add' | 'own'
  amount: InputValue
  closed: YesNo
  no_arrival: YesNo
  no_departure: YesNo
  min: BoundChoice
  min_nights: InputValue
  max: BoundChoice
  max_nights: InputValue
  /** A policy ID, or `room` for the policy of the room. */
  policy: string
}
export type YesNo = '' | 'yes' | 'no'
export type BoundChoice = '' | 'set' | 'none'

export const emptyDraft: Draft = {
  price: '',
  amount: null,
  closed: '',
  no_arrival: '',
  no_departure: '',
  min: '',
  min_nights: null,
  max: '',
  max_nights: null,
  policy: '',
}

export const hasInput = (draft: Draft): boolean =>
  [draft.price, draft.closed, draft.no_arrival, draft.no_departure, draft.min, draft.max, draft.policy].some(
    (value) => value !== '',
  )

/** Returns whether the draft changes anything and no number is missing. */
const isComplete = (draft: Draft): boolean =>
  hasInput(draft) &&
  (draft.price === '' || draft.price === 'own' || draft.amount !== null) &&
  (draft.min !== 'set' || draft.min_nights !== null) &&
  (draft.max !== 'set' || draft.max_nights !== null)

/** Returns the request to send, or null while the selection or a number is missing. */
export function toRateChangeForm(selection: Selection | null, draft: Draft): RateChangeForm | null {
  if (!selection || !isComplete(draft)) return null
  const { rooms, from, to, weekdays } = selection
  return {
    rooms: [...rooms],
    from: isoDay(from),
    to: isoDay(to),
    ...(weekdays && { weekdays: [...weekdays] }),
    ...(toRateEdit(draft) as Omit<RateChangeForm, 'rooms' | 'from' | 'to' | 'weekdays'>),
  }
}

/**
 * Returns the edit without the selection. Invalid numbers are sent unchanged, so that the server returns an error
 * message.
 */
function toRateEdit(draft: Draft): RateEdit {
  const parseFlag = (typedFlag: YesNo) => (typedFlag === '' ? undefined : typedFlag === 'yes')
  const parseBound = (kind: BoundChoice, typedNumber: InputValue) =>
    kind === '' ? undefined : kind === 'none' ? null : toNumberOrText(typedNumber)
  return {
    price: draft.price || undefined,
    amount: draft.price === '' || draft.price === 'own' ? undefined : (toNumberOrText(draft.amount) as number),
    closed: parseFlag(draft.closed),
    no_arrival: parseFlag(draft.no_arrival),
    no_departure: parseFlag(draft.no_departure),
    min_nights: parseBound(draft.min, draft.min_nights) as number | null | undefined,
    max_nights: parseBound(draft.max, draft.max_nights) as number | null | undefined,
    policy: draft.policy === '' ? undefined : draft.policy === 'room' ? null : Number(draft.policy),
  }
}

/**
 * The part of the draft that the calendar can draw before the server responds, or null if it is incomplete or invalid.
 */
export function toPreviewEdit(draft: Draft): RateEdit | null {
  if (!isComplete(draft)) return null
  const edit = toRateEdit(draft)
  const typedNumbers = [edit.amount, edit.min_nights, edit.max_nights]
  return typedNumbers.every((value) => value === undefined || value === null || Number.isFinite(value)) ? edit : null
}
