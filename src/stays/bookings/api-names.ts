import type { z } from 'zod'
import { UserError, renameFields } from '#platform/errors.ts'
import { parseStay } from '../availability/stay.ts'
import type { StayRequest } from './booking.ts'
import type { bookingsContract } from './contract.ts'
import { guestFieldNames, pickFields } from './guest-fields.ts'
import { bookingDayFields } from '#routes/public.ts'

type BookingForm = z.output<typeof bookingsContract.requestBooking.input>

/** Converts the API form to a request. Fields that old clients send and that have no effect are dropped. */
export const toStayRequest = (form: BookingForm): StayRequest => ({
  rooms: (form.rooms ?? [form]).map(({ slug, adult, child, bed }) => ({
    slug,
    party: { adults: adult, children: child },
    bed,
  })),
  stay: parseStay(form.checkin, form.checkout),
  payment: form.paymenttype,
  ...(form.package && { package: form.package }),
  ...pickFields(guestFieldNames, form),
  ...(form.again === 1 && { again: true }),
  ...(form.for_other_guest === 1 && { isForOther: true }),
})

/** Converts an invalid form as far as possible, so that its valid fields can be validated too. */
export const toPartialRequest = (form: Partial<BookingForm>) => ({
  rooms: (form.rooms ?? [form]).map(({ slug, adult, child, bed }) => ({
    ...(slug !== undefined && { slug }),
    ...(bed !== undefined && { bed }),
    ...(adult !== undefined && child !== undefined && { party: { adults: adult, children: child } }),
  })),
  stay: form.checkin === undefined || form.checkout === undefined ? undefined : parseStay(form.checkin, form.checkout),
  payment: form.paymenttype,
  package: form.package,
})

/** The API field names of a booking form. */
export const bookingFieldNames = {
  ...bookingDayFields,
  adults: 'adult',
  children: 'child',
  payment: 'paymenttype',
} as const

/** Rethrows a validation error with the API field names. */
export const rethrowWithFieldNames =
  (fieldNames: Readonly<Record<string, string>>) =>
  (error: unknown): never => {
    if (!(error instanceof UserError) || !error.fields) throw error
    throw new UserError(error.status, error.messageRef, { fields: renameFields(fieldNames, error.fields) })
  }
