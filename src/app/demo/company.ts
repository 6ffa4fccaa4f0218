import { writeCompany, type Company } from '#content/company.ts'
import type { PublishTransaction } from '#platform/database/publish.ts'
import { read } from './files.ts'

export async function sowCompany(tx: PublishTransaction, folder: string): Promise<void> {
  type Given = Company & { currency: string }
  const { currency: _, ...company } = read<Given>(folder, 'company')
  await writeCompany(tx, company)
  await tx.insertInto('vat_rate').values({ from_day: 0, basis_points: 1_500 }).execute()
}
