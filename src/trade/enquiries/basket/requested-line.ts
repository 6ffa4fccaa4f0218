import type { Choice } from '../choices.ts'
import { formatCardCode, isCardCode } from '../card-code.ts'
import type { ListedProduct } from '../contract.ts'
import type { Language } from '#routes/public.ts'
import { choiceNames, enquiryLimits, type ChoiceName, type QuantityUnit } from '../limits.ts'
import { parseAmount } from './amount.ts'

/** The product and the options in the address of the enquiry page. A product sheet leads there without scripts. */
export interface RequestedLine {
  product: ListedProduct
  chosen: Partial<Record<ChoiceName, Choice[]>>
  /** The quantity as typed, and its unit. Empty without a quantity. */
  amount: { quantity?: string; unit?: string }
  /** The query of the address, with its question mark. */
  query: string
}

export const requestedLineNames = ['product', 'amount', 'unit', ...choiceNames] as const

/** Reads the requested line. Ignores options that the product does not have. */
export function readRequestedLine(
  query: URLSearchParams,
  products: readonly ListedProduct[],
  language: Language,
): RequestedLine | null {
  const product = products.find(({ slug }) => slug === query.get('product'))
  if (!product) return null
  const { choices } = product
  const groups = choiceNames.map((name) => {
    const requestedValues = [...new Set(query.getAll(name))].slice(0, enquiryLimits.chosen)
    return [name, requestedValues.flatMap((value) => findOption(choices!, name, value, language) ?? [])] as const
  })
  const chosenOptions = Object.fromEntries(groups.filter(([, options]) => options.length > 0))
  const quantity = query.get('amount')?.trim().slice(0, enquiryLimits.quantity)
  const unit = choices!.units.find((name) => name === query.get('unit'))
  const chosenQuery = new URLSearchParams([
    ['product', product.slug],
    ...(quantity ? [['amount', quantity]] : []),
    ...(quantity && unit ? [['unit', unit]] : []),
    ...groups.flatMap(([name, options]) => options.map(({ value }) => [name, value])),
  ])
  return {
    product,
    chosen: chosenOptions,
    amount: quantity ? { quantity, ...(unit && { unit }) } : {},
    query: `?${chosenQuery.toString()}`,
  }
}

function findOption(
  choices: NonNullable<ListedProduct['choices']>,
  name: ChoiceName,
  value: string,
  language: Language,
): Choice | undefined {
  if (name === 'shades' && choices.shades.length > 0 && isCardCode(value))
    return { value, name: formatCardCode(value, language) }
  return choices[name].find((choice) => choice.value === value)
}

/** Converts the posted form of one product to the API format. */
export function readPostedEnquiry(form: URLSearchParams) {
  const readText = (name: string) => form.get(name)?.trim() ?? ''
  const amount = parseAmount(readText('amount'))
  const chosenEntries = choiceNames
    .map((name) => [name, form.getAll(name)] as const)
    .filter(([, values]) => values.length > 0)
  return {
    company: readText('company'),
    name: readText('name'),
    email: readText('email'),
    phone: readText('phone'),
    message: readText('message'),
    website: readText('website'),
    lines: [
      {
        product: readText('product'),
        ...(amount === null
          ? { quantity: readText('amount') }
          : { amount, unit: (readText('unit') || undefined) as QuantityUnit | undefined }),
        ...(Object.fromEntries(chosenEntries) as Partial<Record<ChoiceName, string[]>>),
      },
    ],
  }
}
