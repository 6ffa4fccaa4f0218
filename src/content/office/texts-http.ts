import type { Database } from '../../platform/database/database.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { pages } from '../../urls.ts'
import { pageOfCategory } from '../categories.ts'
import { findLabels, judgeLabel, labelWith, saveLabel } from '../labels.ts'
import { isInPlace, isTitleAlone, type PageOfPassages } from '../passage-places.ts'
import { addPassage, judgeNewPassage, orderPassages, removePassage } from '../passages.ts'
import { versionsOfSections } from '../settings.ts'
import {
  allCategoryRows,
  allPassages,
  categoryForm,
  categoryRow,
  idOfPassage,
  judgePassage,
  passageForm,
  passageWith,
  saveCategoryText,
  savePassage,
  type CategoryRow,
  type PassageRow,
} from '../texts.ts'
import type { OfficeCategory, OfficePassage, OfficeTexts, textsContract } from './texts-contract.ts'

export const textsHandlers = {
  getTexts: (db) => everyText(db),

  getPassage: async (db, _, { id }) => presentPassage(await passageWith(db, id)),
  savePassage: {
    judge: judgePassage,
    async act(db, asker, form) {
      await savePassage(db, asker, form)
      return presentPassage(await passageWith(db, form.id))
    },
  },
  addPassage: {
    judge: judgeNewPassage,
    act: async (db, asker, form) => presentPassage(await passageWith(db, await addPassage(db, asker, form))),
  },
  async removePassage(db, asker, form) {
    await removePassage(db, asker, form)
    return {}
  },
  async orderPassages(db, asker, form) {
    await orderPassages(db, asker, form)
    return everyText(db)
  },

  getCategoryText: async (db, _, { id }) => presentCategory(await categoryRow(db, id)),
  async saveCategoryText(db, asker, form) {
    await saveCategoryText(db, asker, form)
    return presentCategory(await categoryRow(db, form.id))
  },

  getLabels: (db, _, { words = '', own = 0, after = '' }) =>
    findLabels(db, { words, onlyOwn: own === 1, after, most: MOST_LABELS }),
  getLabel: (db, _, { key }) => labelWith(db, key),
  saveLabel: {
    judge: judgeLabel,
    async act(db, asker, form) {
      await saveLabel(db, asker, form)
      return labelWith(db, form.key)
    },
  },
} satisfies Handlers<typeof textsContract>

const MOST_LABELS = 50

async function everyText(db: Database): Promise<OfficeTexts> {
  const versions = await versionsOfSections(db)
  return {
    passages: (await allPassages(db)).map(presentPassage),
    orders: { home: versions.get('home')!, service: versions.get('service')! },
    categories: (await allCategoryRows(db)).map(presentCategory),
  }
}

function presentPassage(row: PassageRow): OfficePassage {
  const id = idOfPassage(row)
  return {
    id,
    page: row.page as PageOfPassages,
    has_text: !isTitleAlone(id),
    in_place: isInPlace(id),
    version: row.version,
    ...passageForm(row),
  }
}

function presentCategory(row: CategoryRow): OfficeCategory {
  const page = pageOfCategory(row.id)
  return { id: row.id, path: page ? pages[page] : null, version: row.version, ...categoryForm(row) }
}
