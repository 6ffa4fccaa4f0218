import type { PictureData } from '#platform/pictures.ts'
import type { ValidCertificate } from './certificates.ts'
import { readChoices } from './choices.ts'
import type { Facts, Product, ProductDetails } from './contract.ts'
import type { ProductCategory, QuantityUnit } from './limits.ts'
import { listSwatches } from './swatches.ts'
import type { OfferedProduct } from './store.ts'
import type { Language } from '#routes/public.ts'

/* Converts products for pages and the API. */

export const toProductView = (product: OfferedProduct, pictures: ReadonlyMap<string, PictureData>): Product => ({
  slug: product.slug,
  name: product.name,
  summary: product.summary,
  picture: pictures.get(product.picture)!,
})

export function toDetailsView(
  product: OfferedProduct,
  pictures: ReadonlyMap<string, PictureData>,
  certificates: readonly ValidCertificate[],
  { language, shade }: { language: Language; shade?: string | undefined },
): ProductDetails {
  const choices = readChoices(product)
  const { materials, sizes, finishes, minimumOrder, leadTime, samplePolicy } = JSON.parse(product.specification)
  return {
    ...toProductView(product, pictures),
    description: product.description,
    specification: {
      materials,
      sizes,
      finishes,
      minimum_order: minimumOrder,
      lead_time: leadTime,
      sample_policy: samplePolicy,
    },
    measures: readMeasures(JSON.parse(product.specification)),
    facts: toFactsView(product, certificates),
    choices,
    swatches: listSwatches(choices, language, shade),
  }
}

export const toFactsView = (
  { category, minimum_quantity, minimum_unit, lead_from_days, lead_to_days }: OfferedProduct,
  certificates: readonly ValidCertificate[],
): Facts => ({
  category: category as ProductCategory,
  minimum: minimum_quantity === null ? null : { quantity: minimum_quantity, unit: minimum_unit as QuantityUnit },
  lead_days: lead_from_days === null ? null : { from: lead_from_days, to: lead_to_days! },
  certificates: certificates.map(({ name, number, valid_until }) => ({ name, number, valid_until })),
})

/** Splits the stored lines "Label: value" of the measurements. */
const readMeasures = ({ measures = [] }: { measures?: string[] }): ProductDetails['measures'] =>
  measures.map((line) => {
    const end = line.indexOf(':')
    return { label: line.slice(0, end).trim(), value: line.slice(end + 1).trim() }
  })
