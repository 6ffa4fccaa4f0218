import type { Database } from '#platform/database/database.ts'
import { pages, type PageName } from '#routes/public.ts'
import { isHttps } from './settings-shapes.ts'

/** Pages for a single visitor and pages that redirect. Public content must not link to them. */
const unlinkablePages: readonly PageName[] = [
  'blogDetails',
  'party',
  'premiumPackages',
  'bookingSuccess',
  'quotation',
  'order',
  'resetPassword',
  'confirmEmail',
  'undoEmail',
  'booking',
]

/**
 * Returns whether a link target is valid: an existing page of this site by its English path, or an HTTPS URL. Ignores
 * the query string and the fragment.
 */
export async function isValidLink(db: Database, to: string, now: number): Promise<boolean> {
  if (!to.startsWith('/')) return isHttps(to)
  const [path = ''] = to.split(/[?#]/, 1)
  const slug = path.slice(path.lastIndexOf('/') + 1)
  const matchingPage = (Object.entries(pages) as [PageName, string][]).find(
    ([name, pattern]) =>
      !unlinkablePages.includes(name) && (pattern === path || pattern.replace(/:\w+$/, slug) === path),
  )
  if (!matchingPage) return false
  const [name, pattern] = matchingPage
  return pattern.includes(':') ? doesPageExist(db, name, slug, now) : true
}

async function doesPageExist(db: Database, page: PageName, slug: string, now: number): Promise<boolean> {
  const hasRow = async (row: Promise<unknown>) => (await row) !== undefined
  switch (page) {
    case 'product':
      return hasRow(
        db
          .selectFrom('product')
          .select('id')
          .where('slug', '=', slug)
          .where('active', '=', 1)
          .limit(1)
          .executeTakeFirst(),
      )
    case 'room':
      return hasRow(
        db.selectFrom('room').select('id').where('slug', '=', slug).where('active', '=', 1).limit(1).executeTakeFirst(),
      )
    case 'post':
    case 'detail':
      return hasRow(
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
