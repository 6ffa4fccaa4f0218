import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoInstant } from '#platform/day.ts'
import type { Language } from '#routes/public.ts'
import { choicesOf } from './choices.ts'
import type { OwnEnquiry } from './contract.ts'
import { choiceNames } from './limits.ts'
import { filesOf, linesOf, offeredProducts } from './store.ts'

const MOST = 50

/**
 * Lists the enquiries that a member sent while signed in. Products that are still offered are named in the language of
 * the member.
 */
export async function ownEnquiries(
  db: Database,
  { account, language }: RequestContext,
): Promise<{ data: OwnEnquiry[] }> {
  const rows = await db
    .selectFrom('enquiry')
    .selectAll()
    .where('account_id', '=', account!.id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute()
  const ids = rows.map(({ id }) => id)
  const [lines, files] = await Promise.all([linesOf(db, ids), filesOf(db, 'enquiry_id', ids)])
  const inTheirs = await translation(db, language, lines)
  return {
    data: rows.map((row) => ({
      code: row.code,
      company: row.company,
      asked_at: isoInstant(row.created_at),
      answered: row.handled_at !== null,
      lines: lines.filter((line) => line.enquiry_id === row.id).map(inTheirs),
      files: files.filter(({ of }) => of === row.id).map(({ of: _, ...file }) => file),
    })),
  }
}

type Line = Awaited<ReturnType<typeof linesOf>>[number]

async function translation(db: Database, language: Language, lines: readonly Line[]) {
  const ids = [...new Set(lines.map(({ product_id }) => product_id))]
  const found = ids.length === 0 ? [] : await offeredProducts(db, language).where('product.id', 'in', ids).execute()
  const products = new Map(found.map((product) => [product.id, { name: product.name, choices: choicesOf(product) }]))
  return ({ enquiry_id: _, product_id, product, chosen, ...line }: Line) => {
    const offered = products.get(product_id)
    const named = choiceNames.map((name) => [
      name,
      chosen[name]?.map((value) => offered?.choices[name].find((each) => each.value === value)?.name ?? value),
    ])
    return { ...line, product: offered?.name ?? product, chosen: Object.fromEntries(named) as Line['chosen'] }
  }
}
