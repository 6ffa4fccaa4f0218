import type { PublishTransaction } from '#platform/database/publish.ts'
import { choiceNames, type ChoiceName, type ProductCategory, type QuantityUnit } from '#trade/enquiries/limits.ts'
import { toBilingualColumns, readSeed, type SeedText } from './read-seed.ts'

export async function seedProducts(tx: PublishTransaction, folder: string, today: number): Promise<void> {
  type Specification = Record<'materials' | 'sizes' | 'finishes', SeedText[]> &
    Record<'minimumOrder' | 'leadTime' | 'samplePolicy', SeedText>
  type SeedProduct = Specification & {
    slug: string
    picture: string
    position: number
    category: ProductCategory
    minimum?: { quantity: number; unit: QuantityUnit }
    leadDays?: { from: number; to: number }
    /** Rows of the specification: a label, a colon and the value. */
    measures?: SeedText[]
    /** The keys of the product's certificates. */
    certificates?: string[]
    name: SeedText
    summary: SeedText
    description: SeedText
  }
  type SeedChoices = { units: QuantityUnit[]; choices: Partial<Record<ChoiceName, SeedText[]>> }
  const choicesBySlug = readSeed<Record<string, SeedChoices>>(folder, 'choices')
  const certificateIds = await seedCertificates(tx, folder, today)
  for (const product of readSeed<SeedProduct[]>(folder, 'products')) {
    const { slug, picture, position, name, summary, description, ...specificationTexts } = product
    const { category, minimum, leadDays, certificates = [], measures = [] } = product
    const { materials, sizes, finishes, minimumOrder, leadTime, samplePolicy } = specificationTexts
    const { units, choices } = choicesBySlug[slug]!
    const serializeSpecification = (language: keyof SeedText) =>
      JSON.stringify({
        materials: materials.map((text) => text[language]),
        sizes: sizes.map((text) => text[language]),
        finishes: finishes.map((text) => text[language]),
        measures: measures.map((text) => text[language]),
        minimumOrder: minimumOrder[language],
        leadTime: leadTime[language],
        samplePolicy: samplePolicy[language],
        units,
        choices: Object.fromEntries(
          choiceNames.map((choiceName) => [choiceName, (choices[choiceName] ?? []).map((text) => text[language])]),
        ),
      })
    const { id } = await tx
      .insertInto('product')
      .values({
        slug,
        picture,
        ...toBilingualColumns('name', name),
        ...toBilingualColumns('summary', summary),
        ...toBilingualColumns('description', description),
        specification_en: serializeSpecification('en'),
        specification_bn: serializeSpecification('bn'),
        position,
        category,
        minimum_quantity: minimum?.quantity ?? null,
        minimum_unit: minimum?.unit ?? null,
        lead_from_days: leadDays?.from ?? null,
        lead_to_days: leadDays?.to ?? null,
        active: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const key of certificates) {
      const certificateUse = { product_id: id, certificate_id: certificateIds.get(key)! }
      await tx.insertInto('product_certificate').values(certificateUse).execute()
    }
  }
}

/** Returns the IDs of the certificates by their keys. */
async function seedCertificates(tx: PublishTransaction, folder: string, today: number): Promise<Map<string, number>> {
  type SeedCertificate = { key: string; number: string; validDays: number; name: SeedText }
  const ids = new Map<string, number>()
  for (const { key, number, validDays, name } of readSeed<SeedCertificate[]>(folder, 'certificates')) {
    const { id } = await tx
      .insertInto('certificate')
      .values({ ...toBilingualColumns('name', name), number, valid_until: today + validDays })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.set(key, id)
  }
  return ids
}
