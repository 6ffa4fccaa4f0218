import type { RequestContext } from '#platform/contract.ts'
import { findConstraintName } from '#platform/database/constraint.ts'
import type { Database, WholeDatabase } from '#platform/database/database.ts'
import { publish } from '#platform/database/publish.ts'
import { invalid, assertValid } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { recordChange } from '#platform/audit.ts'

export interface CategoryForm {
  slug: string
  title_en: string
  title_bn: string
  intro_en: string
  intro_bn: string
}

/** The first ID of categories that staff create. Lower IDs are reserved for categories with pages of their own. */
const FIRST_CUSTOM_ID = 100

/** Adds a post category and returns its ID. */
export async function addCategory(db: WholeDatabase, ctx: RequestContext, form: CategoryForm): Promise<number> {
  assertValid((await validateCategory(db, ctx, form)).fieldErrors)
  return publish(db, async (tx) => {
    const lastCategory = await tx
      .selectFrom('category')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirst()
    const id = Math.max(FIRST_CUSTOM_ID, (lastCategory?.id ?? 0) + 1)
    const row = { id, ...form, title_bn: form.title_bn || null, intro_bn: form.intro_bn || null }
    await tx.insertInto('category').values(row).execute()
    await recordChange(tx, ctx, 'category added', `category ${id}`, { after: form })
    return id
  }).catch((error: unknown) => {
    throw findConstraintName(error) === 'category_slug' ? invalid({ slug: 'error.category_slug_taken' }) : error
  })
}

export async function validateCategory(
  db: Database,
  _: RequestContext,
  { slug }: Partial<CategoryForm>,
): Promise<ValidationResult> {
  if (slug === undefined) return { fieldErrors: {} }
  const existingCategory = await db.selectFrom('category').select('id').where('slug', '=', slug).executeTakeFirst()
  return { fieldErrors: existingCategory ? { slug: [{ key: 'error.category_slug_taken' }] } : {} }
}
