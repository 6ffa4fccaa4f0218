import { ApiError, type FieldErrors } from '#platform/errors.ts'
import type { ChangeOptions, ChangePlan, RoomChoice, RoomOptions, StayChangesApi } from './contract.ts'

/** A change in the query string, used by visitors without scripts: the dates, then the rooms with their price. */
export interface StepsData {
  checkin: string
  checkout: string
  options: ChangeOptions | null
  rooms: RoomChoice[]
  plan: ChangePlan | null
  errors: FieldErrors
  failure: string
}

/** The query parameters of the steps. Those of a room repeat for each room. */
export const stepParamNames = ['checkin', 'checkout', 'slug', 'adult', 'child'] as const

/** Reads the rooms from a query string or a posted form. */
export const readRooms = (form: URLSearchParams): RoomChoice[] => {
  const [adults, children] = [form.getAll('adult'), form.getAll('child')]
  return form
    .getAll('slug')
    .map((slug, index) => ({ slug, adult: Number(adults[index] || NaN), child: Number(children[index] || NaN) }))
}

/** Loads the data of the next step, or the errors that block it. Returns null before the first step. */
export async function loadSteps(api: StayChangesApi, token: string, query: URLSearchParams): Promise<StepsData | null> {
  const [checkin, checkout] = [query.get('checkin'), query.get('checkout')]
  if (checkin === null || checkout === null) return null
  const steps: StepsData = { checkin, checkout, options: null, rooms: [], plan: null, errors: {}, failure: '' }
  try {
    steps.options = await api.getChangeOptions({ token, checkin, checkout })
    const requestedRooms = readRooms(query)
    const isReview = requestedRooms.length > 0 || steps.options.rooms.length === 0
    steps.rooms =
      requestedRooms.length === steps.options.rooms.length ? requestedRooms : listBookedChoices(steps.options.rooms)
    if (isReview)
      steps.plan = await api.previewStayChange({
        token,
        checkin,
        checkout,
        ...(requestedRooms.length > 0 && { rooms: requestedRooms }),
      })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    steps.errors = error.errors
    steps.failure = Object.keys(error.errors).length > 0 ? (error.errors['form']?.[0] ?? '') : error.message
  }
  return steps
}

/** The rooms of the stay as they are booked. */
export const listBookedChoices = (rooms: readonly RoomOptions[]): RoomChoice[] =>
  rooms.map(({ slug, adult, child }) => ({ slug, adult, child }))
