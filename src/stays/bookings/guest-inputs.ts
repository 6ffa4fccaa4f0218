import { z } from 'zod'
import { email, line, paragraphs, phone, requiredLine } from '#platform/http/fields.ts'
import { listArrivalTimes } from './preferences/arrival-time.ts'
import {
  contactFields,
  guestFields,
  mapNames,
  optionalFields,
  getOptions,
  type GuestField,
  type OptionalField,
} from './guest-fields.ts'

/** The inputs of the fields that every guest form requires. */
export const contactInputs = {
  name: requiredLine(guestFields.name.maxLength),
  email: email(),
  phone: phone(),
} satisfies Record<(typeof contactFields)[number], z.ZodString>

export const createOptionalInputs = () =>
  mapNames(optionalFields, (name) => {
    const { kind, maxLength } = getOptions(name)
    if (kind === 'arrival') return arrivalInput().default('')
    return (kind === 'paragraphs' ? paragraphs(maxLength) : line(maxLength)).default('')
  }) as Record<OptionalField, z.ZodDefault<z.ZodString>>

export const arrivalInput = () =>
  z
    .enum(listArrivalTimes())
    .describe(
      'When the guests arrive, in the time zone of the property: a full hour, or after midnight. Empty: unknown',
    )

/** Fields as the API returns them. */
export const createTextOutputs = <Name extends GuestField>(names: readonly Name[]) => mapNames(names, () => z.string())
