import { ApiError, type FieldErrors } from '#platform/errors.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { validateInputs, useForm } from '#ui/form/use-form.ts'
import { endpoints } from '#routes/public.ts'
import type { EnquiriesApi, ListedProduct } from '../contract.ts'
import type { ChosenFiles } from '../files/use-files.ts'
import { identifyFiles, useUpload } from '../files/use-upload.ts'
import { isCardCode } from '../card-code.ts'
import { choiceNames, type ChoiceName, type Purpose } from '../limits.ts'
import { parseAmount } from './amount.ts'
import type { Line } from './basket.ts'
import type { SentEnquiry } from './sent-enquiry.ts'

interface Enquiry {
  lines: readonly Line[]
  toProduct: (line: Line) => ListedProduct | undefined
  isGone: (line: Line) => boolean
  files: ChosenFiles
  onSent: (sent: SentEnquiry) => void
}

/** Sends the enquiry with its files, after client-side validation. */
export function useEnquiry({ lines, toProduct, isGone, files, onSent }: Enquiry) {
  const translator = useTranslator()
  const api = useApi<EnquiriesApi>()
  const { percent, upload } = useUpload<{ reference: string }>(endpoints.sendEnquiry[1], files)

  function validateLines(form: HTMLFormElement): FieldErrors {
    const fieldErrors = lines.flatMap((line, index) => {
      const getFieldName = (name: string) => `lines.${index}.${name}`
      const dateInput = form.elements.namedItem(getFieldName('needed_by'))
      const isPast = dateInput instanceof HTMLInputElement && !dateInput.validity.valid
      return [
        ...(isGone(line) ? [[getFieldName('product'), [translator.t('error.product_gone')]]] : []),
        ...(line.quantity.trim() && parseAmount(line.quantity) === null
          ? [[getFieldName('quantity'), [translator.t('error.amount')]]]
          : []),
        ...(isPast ? [[getFieldName('needed_by'), [translator.t('error.needed_by_past')]]] : []),
      ]
    })
    return Object.fromEntries(fieldErrors) as FieldErrors
  }

  /** Turns field errors into a form error if none of the fields is visible. */
  function onRejected(userError: ApiError, { elements }: HTMLFormElement): ApiError {
    const isShown = (name: string) => /^(files|lines\.)/.test(name) || elements.namedItem(name)
    if (Object.keys(userError.errors).some(isShown)) return userError
    return new ApiError(userError.status, { message: userError.message })
  }

  const form = useForm(
    async ({ text, sendOnce }) => {
      const [company, name, email, phone, message] = savedFieldNames.map((fieldName) =>
        text(fieldName).trim(),
      ) as FieldTexts
      const requestLines = lines.map((line) => toApiLine(line, toProduct(line)?.choices))
      const request = { company, name, email, phone, lines: requestLines, message, website: text('website') }
      const { reference } = await (files.chosen.length === 0
        ? sendOnce(api.sendEnquiry, request)
        : sendOnce(upload, { ...request, files: identifyFiles(files) }))
      files.removeSent()
      onSent({ reference, email, products: lines })
    },
    {
      validateFields: (element) => ({
        ...validateInputs(element, translator),
        ...validateLines(element),
        ...files.fieldErrors(),
      }),
      onRejected,
      draftFields: savedFieldNames,
      remainingDraftFields: remainingFieldNames,
    },
  )
  return { ...form, percent }
}

/** The contact details. They stay filled in after sending, unlike the message. */
const remainingFieldNames = ['company', 'name', 'email', 'phone'] as const
const savedFieldNames = [...remainingFieldNames, 'message'] as const
type FieldTexts = [company: string, name: string, email: string, phone: string, message: string]

/** Converts a line to the API format and drops choices that are no longer offered. */
function toApiLine(
  { slug, quantity, notes, pantone, neededBy, purposes = [], ...line }: Line,
  choices: Choices | undefined,
) {
  const amount = parseAmount(quantity) ?? undefined
  const listChosenValues = (name: ChoiceName) =>
    choices && line[name]?.filter((value) => isOffered(choices, name, value))
  return {
    product: slug,
    notes,
    pantone,
    amount,
    unit: amount ? (choices?.units.find((unit) => unit === line.unit) ?? choices?.units[0]) : undefined,
    needed_by: neededBy || undefined,
    purpose: purposes[1] ? 'both' : (purposes[0] as Purpose | undefined),
    ...(Object.fromEntries(choiceNames.map((name) => [name, listChosenValues(name)])) as Record<
      ChoiceName,
      string[] | undefined
    >),
  } as const
}
type Choices = ListedProduct['choices']

/** Whether the product has the option. A product with shades can have every shade of the colour card. */
const isOffered = (choices: NonNullable<Choices>, name: ChoiceName, value: string): boolean =>
  choices[name].some((choice) => choice.value === value) ||
  (name === 'shades' && choices.shades.length > 0 && isCardCode(value))
