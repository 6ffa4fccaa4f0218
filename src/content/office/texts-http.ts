import { getPictures } from '../media/store.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { pages, type Language } from '#routes/public.ts'
import { findCategoryPage } from '../categories.ts'
import { illustrations } from '../illustrations.ts'
import { canHavePicture, hasFixedPlace, hasTitleOnly, type PassagePage } from '../fixed-passages.ts'
import { addPassage, validateNewPassage, orderPassages, removePassage } from '../passages.ts'
import { listSectionVersions } from '../settings.ts'
import {
  listCategoryRows,
  listAllPassages,
  toCategoryForm,
  getCategoryRow,
  getPassageId,
  validatePassage,
  toPassageForm,
  getPassage,
  saveCategoryText,
  savePassage,
  type CategoryRow,
  type PassageRow,
} from '../texts.ts'
import type { OfficeCategory, OfficePassage, OfficeTexts, textsContract } from './texts-contract.ts'

export const textsHandlers = {
  getTexts: (db, { language }) => readAllTextViews(db, language),

  getPassage: (db, { language }, { id }) => readPassageView(db, language, id),
  savePassage: {
    validate: validatePassage,
    async execute(db, ctx, form) {
      await savePassage(db, ctx, form)
      return readPassageView(db, ctx.language, form.id)
    },
  },
  addPassage: {
    validate: validateNewPassage,
    execute: async (db, ctx, form) => readPassageView(db, ctx.language, await addPassage(db, ctx, form)),
  },
  async removePassage(db, ctx, form) {
    await removePassage(db, ctx, form)
    return {}
  },
  async orderPassages(db, ctx, form) {
    await orderPassages(db, ctx, form)
    return readAllTextViews(db, ctx.language)
  },

  getCategoryText: async (db, _, { id }) => toCategoryView(await getCategoryRow(db, id)),
  async saveCategoryText(db, ctx, form) {
    await saveCategoryText(db, ctx, form)
    return toCategoryView(await getCategoryRow(db, form.id))
  },
} satisfies Handlers<typeof textsContract>

async function readAllTextViews(db: Database, language: Language): Promise<OfficeTexts> {
  const versions = await listSectionVersions(db)
  return {
    passages: await readPassageViews(db, language, await listAllPassages(db)),
    orders: { home: versions.get('home')!, trade: versions.get('trade')!, service: versions.get('service')! },
    categories: (await listCategoryRows(db)).map(toCategoryView),
  }
}

async function readPassageView(db: Database, language: Language, id: string): Promise<OfficePassage> {
  return (await readPassageViews(db, language, [await getPassage(db, id)]))[0]!
}

async function readPassageViews(
  db: Database,
  language: Language,
  rows: readonly PassageRow[],
): Promise<OfficePassage[]> {
  const getPictureName = ({ page, key, picture }: PassageRow) => picture ?? illustrations[page]?.[key] ?? null
  const pictures = await getPictures(db, language, rows.map(getPictureName))
  return rows.map((row) => {
    const id = getPassageId(row)
    return {
      id,
      page: row.page as PassagePage,
      has_text: !hasTitleOnly(id),
      in_place: hasFixedPlace(id),
      has_picture: canHavePicture(id),
      shown: pictures.get(getPictureName(row) ?? '') ?? null,
      version: row.version,
      ...toPassageForm(row),
    }
  })
}

function toCategoryView(row: CategoryRow): OfficeCategory {
  const page = findCategoryPage(row.id)
  return { id: row.id, path: page ? pages[page] : null, version: row.version, ...toCategoryForm(row) }
}
