import type { Database } from '#platform/database/database.ts'
import { pages, type PageName } from '#routes/public.ts'
import { isHttps } from './settings-shapes.ts'

/** Pages for a single visitor and pages that redirect. Public content must not link to them. */
const notLinked: readonly PageName[] = [
  'blogDetails',
  'party',
  'premiumPackages',
  'bookingSuccess',
  'quotation',
  'resetPassword',
  'confirmEmail',
  'undoEmail',
  'booking',
]

/**
 * Returns whether a link target is valid: an existing page of this site by its English path, or an HTTPS URL. Ignores
 * the query string.
 */
export async function leadsSomewhere(db: Database, to: string, now: number): Promise<boolean> {
  if (!to.startsWith('/')) return isHttps(to)
  const [whole = ''] = to.split(/[?#]/, 1)
  const slug = whole.slice(whole.lastIndexOf('/') + 1)
  const found = (Object.entries(pages) as [PageName, string][]).find(
    ([name, pattern]) => !notLinked.includes(name) && (pattern === whole || pattern.replace(/:\w+$/, slug) === whole),
  )
  if (!found) return false
  const [name, pattern] = found
  return pattern.includes(':') ? isThere(db, name, slug, now) : true
}

async function isThere(db: Database, page: PageName, slug: string, now: number): Promise<boolean> {
  const one = async (row: Promise<unknown>) => (await row) !== undefined
  switch (page) {
    case 'product':
      return one(
        db
          .selectFrom('product')
          .select('id')
          .where('slug', '=', slug)
          .where('active', '=', 1)
          .limit(1)
          .executeTakeFirst(),
      )
    case 'room':
      return one(
        db.selectFrom('room').select('id').where('slug', '=', slug).where('active', '=', 1).limit(1).executeTakeFirst(),
      )
    case 'post':
    case 'detail':
      return one(
        db
          .selectFrom('post')
          .select('id')
          .where('slug', '=', slug)
          .where('published_at', '<=', now)
          .limit(1)
          .executeTakeFirst(),
      )
    default:
      return false
  }
}
