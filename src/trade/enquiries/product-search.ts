import { loadCompany } from '#content/company.ts'
import { getPictures } from '#content/media/store.ts'
import { dayIn } from '#platform/clock.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { normalizeWords } from '#platform/database/search-words.ts'
import type { PageVersion } from '#platform/http/page-cache.ts'
import type { FormOf } from '#platform/http/handlers.ts'
import { languages } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { listValidCertificates, type ValidCertificate } from './certificates.ts'
import { readChoices, type Choice } from './choices.ts'
import type { enquiriesContract, FilterChoices, ListedProduct } from './contract.ts'
import { productCategories, type ProductCategory } from './limits.ts'
import { toFactsView, toProductView } from './product-views.ts'
import { categoryLabels } from './products/category-labels.ts'
import { selectOfferedProducts, type OfferedProduct } from './store.ts'

type Form = FormOf<typeof enquiriesContract.getProducts>

/** Returns the offered products that match all filters, in the order of the site. */
export async function findProducts(
  db: Database,
  ctx: RequestContext,
  { choices, facts, search, ...filter }: Form,
  readSearchTexts: ReadSearchTexts,
): Promise<{ data: ListedProduct[]; filters?: FilterChoices }> {
  const { language } = ctx
  const rows = await selectOfferedProducts(db, language).orderBy('product.position').orderBy('product.id').execute()
  const needsCertificates = facts || search || filter.certificate
  const certificates = needsCertificates
    ? await listValidCertificates(db, language, await getToday(db, ctx))
    : new Map()
  const candidates = rows.map((row): Candidate => ({ row, certificates: certificates.get(row.id) ?? [] }))
  const textMatches = search ? await findTextMatches(db, candidates, search, readSearchTexts) : candidates
  const matches = textMatches.filter((candidate) => isMatch(candidate, filter))
  const pictures = await getPictures(
    db,
    language,
    matches.map(({ row }) => row.picture),
  )
  return {
    data: matches.map(({ row, certificates: own }) => ({
      ...toProductView(row, pictures),
      ...(choices && { choices: readChoices(row) }),
      ...(facts && { facts: toFactsView(row, own) }),
    })),
    ...(facts && { filters: listFilters(candidates, textMatches, filter, Boolean(search)) }),
  }
}

const getToday = async (db: Database, ctx: RequestContext): Promise<number> =>
  dayIn((await loadCompany(db, ctx)).timeZone, ctx.now)

/** An offered product with its valid certificates. */
interface Candidate {
  row: OfferedProduct
  certificates: ValidCertificate[]
}
type Filter = Omit<Form, 'choices' | 'facts' | 'search'>

const isMatch = ({ row, certificates }: Candidate, { category, material, finish, certificate }: Filter): boolean =>
  (!category || row.category === category) &&
  (!material || hasValue(listMaterials(row), material)) &&
  (!finish || hasValue(readChoices(row).finishes, finish)) &&
  (!certificate || hasValue(certificates, certificate))

function listMaterials({ specification, english }: OfferedProduct): Choice[] {
  const [names, values] = [specification, english].map(
    (text) => (JSON.parse(text) as { materials: string[] }).materials,
  )
  return values!.map((value, index) => ({ value, name: names![index] ?? value }))
}

const hasValue = (offered: readonly { value: string }[], value: string): boolean =>
  offered.some((choice) => choice.value === value)

/**
 * Lists the values that can be chosen. Categories and certificates come from all products. There are too many materials
 * and finishes for that, so they come from the results, and are empty without a filter.
 */
function listFilters(
  allCandidates: readonly Candidate[],
  foundCandidates: readonly Candidate[],
  { category, certificate, material, finish }: Filter,
  isSearch: boolean,
): FilterChoices {
  const isNarrowed = isSearch || [category, certificate, material, finish].some(Boolean)
  const filteredProducts = isNarrowed
    ? foundCandidates.filter((candidate) => isMatch(candidate, { category, certificate }))
    : []
  return {
    categories: productCategories.filter((name) => allCandidates.some(({ row }) => row.category === name)),
    certificates: removeDuplicates(allCandidates.flatMap(({ certificates }) => certificates)),
    materials: removeDuplicates(filteredProducts.flatMap(({ row }) => listMaterials(row))).slice(0, MAX_CHOICES),
    finishes: removeDuplicates(filteredProducts.flatMap(({ row }) => readChoices(row).finishes)).slice(0, MAX_CHOICES),
  }
}
const MAX_CHOICES = 60

const removeDuplicates = (choices: readonly Choice[]): Choice[] =>
  Array.from(new Map(choices.map(({ value, name }) => [value, { value, name }])).values())

/** Finds the products whose texts contain every word, in either language. */
async function findTextMatches(
  db: Database,
  candidates: readonly Candidate[],
  search: string,
  readSearchTexts: ReadSearchTexts,
): Promise<Candidate[]> {
  const searchTexts = await readSearchTexts(db)
  const searchWords = [...new Set(normalizeWords(search).split(/\s+/).map(dropPlural))]
  return candidates.filter(({ row, certificates }) => {
    const names = certificates.map(({ name, value }) => `${name} ${value}`).join(' ')
    const text = `${searchTexts.get(row.id) ?? ''} ${normalizeWords(names)}`
    return searchWords.every((word) => text.includes(word))
  })
}

/** Removes the plural s, so that "zippers" also finds "zipper". */
const dropPlural = (word: string): string => word.replace(/(?<=[a-z]{3})s$/, '')

/** Returns the searchable text of each offered product. */
export type ReadSearchTexts = (db: Database) => Promise<ReadonlyMap<number, string>>

/** Creates a function that caches the searchable texts until the content changes. */
export function cacheSearchTexts(pageVersion: () => PageVersion): ReadSearchTexts {
  let cache: { version: PageVersion; texts: ReadonlyMap<number, string> } | undefined
  return async (db) => {
    // Read before the data, so that the data may be newer than this version but never older.
    const version = pageVersion()
    if (cache?.version !== version) cache = { version, texts: await loadSearchTexts(db) }
    return cache.texts
  }
}

async function loadSearchTexts(db: Database): Promise<ReadonlyMap<number, string>> {
  const rows = await db.selectFrom('product').selectAll().where('active', '=', 1).execute()
  return new Map(
    rows.map((row) => {
      const categoryNames = languages.map((language) =>
        translatorFor(language).t(categoryLabels[row.category as ProductCategory]),
      )
      const productTexts = [
        row.name_en,
        row.name_bn,
        row.summary_en,
        row.summary_bn,
        row.description_en,
        row.description_bn,
      ]
      const specifications = [row.specification_en, row.specification_bn ?? '{}'].map(
        (text) => JSON.parse(text) as unknown,
      )
      return [
        row.id,
        normalizeWords([...categoryNames, ...productTexts, ...specifications.flatMap(listTexts)].join(' ')),
      ] as const
    }),
  )
}

const listTexts = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(listTexts)
