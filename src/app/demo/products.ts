import type { PublishTransaction } from '#platform/database/publish.ts'
import { choiceNames, type ChoiceName, type Unit } from '#trade/enquiries/limits.ts'
import { both, read, type Text } from './files.ts'

export async function sowProducts(tx: PublishTransaction, folder: string): Promise<void> {
  type Specification = Record<'materials' | 'sizes' | 'finishes', Text[]> &
    Record<'minimumOrder' | 'leadTime' | 'samplePolicy', Text>
  type SeedProduct = Specification & {
    slug: string
    picture: string
    position: number
    name: Text
    summary: Text
    description: Text
  }
  type Offered = { units: Unit[]; choices: Record<ChoiceName, Text[]> }
  const offered = read<Record<string, Offered>>(folder, 'choices')
  for (const { slug, picture, position, name, summary, description, ...rest } of read<SeedProduct[]>(
    folder,
    'products',
  )) {
    const { materials, sizes, finishes, minimumOrder, leadTime, samplePolicy } = rest
    const { units, choices } = offered[slug]!
    const specification = (language: keyof Text) =>
      JSON.stringify({
        materials: materials.map((each) => each[language]),
        sizes: sizes.map((each) => each[language]),
        finishes: finishes.map((each) => each[language]),
        minimumOrder: minimumOrder[language],
        leadTime: leadTime[language],
        samplePolicy: samplePolicy[language],
        units,
        choices: Object.fromEntries(choiceNames.map((of) => [of, choices[of].map((each) => each[language])])),
      })
    await tx
      .insertInto('product')
      .values({
        slug,
        picture,
        ...both('name', name),
        ...both('summary', summary),
        ...both('description', description),
        specification_en: specification('en'),
        specification_bn: specification('bn'),
        position,
        active: 1,
      })
      .execute()
  }
}
