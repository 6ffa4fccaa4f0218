import { pickTranslation, readCompany } from '#content/company.ts'
import { readPictureFile } from '#content/media/picture-server.ts'
import { getPictures } from '#content/media/store.ts'
import { dayIn, type Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay } from '#platform/day.ts'
import type { StaticResponse } from '#platform/http/static-responses.ts'
import { cataloguePath } from '#routes/catalogue.ts'
import { href, inLanguage, languages, type Language } from '#routes/public.ts'
import { listValidCertificates } from '../certificates.ts'
import { toDetailsView } from '../product-views.ts'
import { selectOfferedProducts } from '../store.ts'
import { renderCatalogue, type CatalogueProduct } from './catalogue-pdf.ts'

/** The catalogue in each language. */
export const listCatalogues = (
  db: Database,
  { clock, publicUrl }: { clock: Clock; publicUrl: string },
): readonly StaticResponse[] =>
  languages.map((language) => ({
    path: inLanguage(cataloguePath, language),
    type: 'application/pdf',
    download: `catalogue-${language}.pdf`,
    make: () => makeCatalogue(db, language, clock(), publicUrl),
  }))

/** Makes a PDF of the offered products with their pictures. Returns null if there are none. */
async function makeCatalogue(db: Database, language: Language, now: number, publicUrl: string): Promise<Buffer | null> {
  const company = await readCompany(db)
  const today = dayIn(company.timeZone, now)
  const rows = await selectOfferedProducts(db, language).orderBy('product.position').orderBy('product.id').execute()
  if (rows.length === 0) return null
  const certificates = await listValidCertificates(db, language, today)
  const pictures = await getPictures(
    db,
    language,
    rows.map(({ picture }) => picture),
  )
  const products: CatalogueProduct[] = []
  let pictureBytes = 0
  for (const row of rows) {
    const product = toDetailsView(row, pictures, certificates.get(row.id) ?? [], { language })
    const jpeg = pictureBytes < MAX_PICTURE_BYTES ? await readPictureFile(db, product.picture.src) : null
    pictureBytes += jpeg?.length ?? 0
    products.push({ ...product, jpeg })
  }
  const pdf = await renderCatalogue(language, {
    company: pickTranslation(company.name, language),
    tagline: pickTranslation(company.tagline, language),
    contact: [
      pickTranslation(company.address, language),
      [company.email, company.telephone].filter(Boolean).join(' · '),
      publicUrl + inLanguage(href('products'), language),
    ].filter(Boolean),
    day: isoDay(today),
    products,
  })
  return Buffer.from(pdf)
}

/**
 * The total picture size after which no further pictures are added to the PDF. The remaining products are listed
 * without a picture.
 */
const MAX_PICTURE_BYTES = 8 * 1024 * 1024
