import { writeCompany, type Company } from '#content/company.ts'
import type { PublishTransaction } from '#platform/database/publish.ts'
import { readSeed } from './read-seed.ts'

export async function seedCompany(tx: PublishTransaction, folder: string): Promise<void> {
  type SeedCompany = Company & { currency: string }
  const { currency: _, ...company } = readSeed<SeedCompany>(folder, 'company')
  await writeCompany(tx, company)
  await tx.insertInto('vat_rate').values({ from_day: 0, basis_points: 1_500 }).execute()
}
