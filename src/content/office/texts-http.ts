import { picturesNamed } from '../media/store.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { pages, type Language } from '#routes/public.ts'
import { pageOfCategory } from '../categories.ts'
import { illustrations } from '../illustrations.ts'
import { findLabels, validateLabel, labelWith, saveLabel } from '../labels.ts'
import { hasPicture, isInPlace, isTitleAlone, type PageOfPassages } from '../passage-places.ts'
import { addPassage, validateNewPassage, orderPassages, removePassage } from '../passages.ts'
import { versionsOfSections } from '../settings.ts'
import {
  allCategoryRows,
  allPassages,
  categoryForm,
  categoryRow,
  idOfPassage,
  validatePassage,
  passageForm,
  passageWith,
  saveCategoryText,
  savePassage,
  type CategoryRow,
  type PassageRow,
} from '../texts.ts'
import type { OfficeCategory, OfficePassage, OfficeTexts, textsContract } from './texts-contract.ts'

export const textsHandlers = {
  getTexts: (db, { language }) => everyText(db, language),

  getPassage: (db, { language }, { id }) => passageNow(db, language, id),
  savePassage: {
    validate: validatePassage,
    async act(db, ctx, form) {
      await savePassage(db, ctx, form)
      return passageNow(db, ctx.language, form.id)
    },
  },
  addPassage: {
    validate: validateNewPassage,
    act: async (db, ctx, form) => passageNow(db, ctx.language, await addPassage(db, ctx, form)),
  },
  async removePassage(db, ctx, form) {
    await removePassage(db, ctx, form)
    return {}
  },
  async orderPassages(db, ctx, form) {
    await orderPassages(db, ctx, form)
    return everyText(db, ctx.language)
  },

  getCategoryText: async (db, _, { id }) => presentCategory(await categoryRow(db, id)),
  async saveCategoryText(db, ctx, form) {
    await saveCategoryText(db, ctx, form)
    return presentCategory(await categoryRow(db, form.id))
  },

  getLabels: (db, _, { words = '', own = 0, after = '' }) =>
    findLabels(db, { words, onlyOwn: own === 1, after, most: MAX_LABELS }),
  getLabel: (db, _, { key }) => labelWith(db, key),
  saveLabel: {
    validate: validateLabel,
    async act(db, ctx, form) {
      await saveLabel(db, ctx, form)
      return labelWith(db, form.key)
    },
  },
} satisfies Handlers<typeof textsContract>

const MAX_LABELS = 50

async function everyText(db: Database, language: Language): Promise<OfficeTexts> {
  const versions = await versionsOfSections(db)
  return {
    passages: await presentPassages(db, language, await allPassages(db)),
    orders: { home: versions.get('home')!, service: versions.get('service')! },
    categories: (await allCategoryRows(db)).map(presentCategory),
  }
}

async function passageNow(db: Database, language: Language, id: string): Promise<OfficePassage> {
  return (await presentPassages(db, language, [await passageWith(db, id)]))[0]!
}

async function presentPassages(
  db: Database,
  language: Language,
  rows: readonly PassageRow[],
): Promise<OfficePassage[]> {
  const nameOf = ({ page, key, picture }: PassageRow) => picture ?? illustrations[page]?.[key] ?? null
  const pictures = await picturesNamed(db, language, rows.map(nameOf))
  return rows.map((row) => {
    const id = idOfPassage(row)
    return {
      id,
      page: row.page as PageOfPassages,
      has_text: !isTitleAlone(id),
      in_place: isInPlace(id),
      has_picture: hasPicture(id),
      shown: pictures.get(nameOf(row) ?? '') ?? null,
      version: row.version,
      ...passageForm(row),
    }
  })
}

function presentCategory(row: CategoryRow): OfficeCategory {
  const page = pageOfCategory(row.id)
  return { id: row.id, path: page ? pages[page] : null, version: row.version, ...categoryForm(row) }
}
