import type { Handlers } from '../../platform/http/handlers.ts'
import { pages } from '../../urls.ts'
import { pageOfCategory } from '../categories.ts'
import { findLabels, judgeLabel, labelWith, saveLabel } from '../labels.ts'
import {
  allCategoryRows,
  allPassages,
  categoryForm,
  categoryRow,
  judgePassage,
  passageForm,
  passageWith,
  saveCategoryText,
  savePassage,
  type CategoryRow,
  type PassageRow,
} from '../texts.ts'
import type { OfficeCategory, OfficePassage, textsContract } from './texts-contract.ts'

export const textsHandlers = {
  getTexts: async (db) => ({
    passages: (await allPassages(db)).map(presentPassage),
    categories: (await allCategoryRows(db)).map(presentCategory),
  }),

  getPassage: async (db, _, { id }) => presentPassage(await passageWith(db, id)),
  savePassage: {
    judge: judgePassage,
    async act(db, asker, form) {
      await savePassage(db, asker, form)
      return presentPassage(await passageWith(db, form.id))
    },
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

const presentPassage = (row: PassageRow): OfficePassage => ({
  id: `${row.page}.${row.key}`,
  page: row.page,
  has_text: row.text_en !== '',
  version: row.version,
  ...passageForm(row),
})

function presentCategory(row: CategoryRow): OfficeCategory {
  const page = pageOfCategory(row.id)
  return { id: row.id, path: page ? pages[page] : null, version: row.version, ...categoryForm(row) }
}
