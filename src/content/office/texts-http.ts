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
  getTexts: (db, { language }) => presentAllTexts(db, language),

  getPassage: (db, { language }, { id }) => presentPassage(db, language, id),
  savePassage: {
    validate: validatePassage,
    async execute(db, ctx, form) {
      await savePassage(db, ctx, form)
      return presentPassage(db, ctx.language, form.id)
    },
  },
  addPassage: {
    validate: validateNewPassage,
    execute: async (db, ctx, form) => presentPassage(db, ctx.language, await addPassage(db, ctx, form)),
  },
  async removePassage(db, ctx, form) {
    await removePassage(db, ctx, form)
    return {}
  },
  async orderPassages(db, ctx, form) {
    await orderPassages(db, ctx, form)
    return presentAllTexts(db, ctx.language)
  },

  getCategoryText: async (db, _, { id }) => presentCategory(await getCategoryRow(db, id)),
  async saveCategoryText(db, ctx, form) {
    await saveCategoryText(db, ctx, form)
    return presentCategory(await getCategoryRow(db, form.id))
  },
} satisfies Handlers<typeof textsContract>

async function presentAllTexts(db: Database, language: Language): Promise<OfficeTexts> {
  const versions = await listSectionVersions(db)
  return {
    passages: await presentPassages(db, language, await listAllPassages(db)),
    orders: { home: versions.get('home')!, trade: versions.get('trade')!, service: versions.get('service')! },
    categories: (await listCategoryRows(db)).map(presentCategory),
  }
}

async function presentPassage(db: Database, language: Language, id: string): Promise<OfficePassage> {
  return (await presentPassages(db, language, [await getPassage(db, id)]))[0]!
}

async function presentPassages(
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

function presentCategory(row: CategoryRow): OfficeCategory {
  const page = findCategoryPage(row.id)
  return { id: row.id, path: page ? pages[page] : null, version: row.version, ...toCategoryForm(row) }
}
