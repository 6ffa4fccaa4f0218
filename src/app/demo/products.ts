import type { PublishTransaction } from '#platform/database/publish.ts'
import { choiceNames, type ChoiceName, type Unit } from '#trade/enquiries/limits.ts'
import { bilingualColumns, readSeed, type SeedText } from './read-seed.ts'

export async function seedProducts(tx: PublishTransaction, folder: string): Promise<void> {
  type Specification = Record<'materials' | 'sizes' | 'finishes', SeedText[]> &
    Record<'minimumOrder' | 'leadTime' | 'samplePolicy', SeedText>
  type SeedProduct = Specification & {
    slug: string
    picture: string
    position: number
    name: SeedText
    summary: SeedText
    description: SeedText
  }
  type SeedChoices = { units: Unit[]; choices: Record<ChoiceName, SeedText[]> }
  const choicesBySlug = readSeed<Record<string, SeedChoices>>(folder, 'choices')
  for (const { slug, picture, position, name, summary, description, ...specificationTexts } of readSeed<SeedProduct[]>(
    folder,
    'products',
  )) {
    const { materials, sizes, finishes, minimumOrder, leadTime, samplePolicy } = specificationTexts
    const { units, choices } = choicesBySlug[slug]!
    const specification = (language: keyof SeedText) =>
      JSON.stringify({
        materials: materials.map((text) => text[language]),
        sizes: sizes.map((text) => text[language]),
        finishes: finishes.map((text) => text[language]),
        minimumOrder: minimumOrder[language],
        leadTime: leadTime[language],
        samplePolicy: samplePolicy[language],
        units,
        choices: Object.fromEntries(
          choiceNames.map((choiceName) => [choiceName, choices[choiceName].map((text) => text[language])]),
        ),
      })
    await tx
      .insertInto('product')
      .values({
        slug,
        picture,
        ...bilingualColumns('name', name),
        ...bilingualColumns('summary', summary),
        ...bilingualColumns('description', description),
        specification_en: specification('en'),
        specification_bn: specification('bn'),
        position,
        active: 1,
      })
      .execute()
  }
}
