import type { EveryEndpointName } from '#routes/office.ts'
import type { Answers } from './everybody.ts'

/** Only staff with the permission: by the demo's roles, the owner. */
const read: Answers = [401, 401, 403, 403, 403, 403, 200, 401, 401]
/** Called with an empty form: 422 means that the person may call the endpoint. */
const write: Answers = [401, 401, 403, 403, 403, 403, 422, 401, 401]

/** The rows of settings and site content for src/app/access.test.ts. */
export const settingsAccess = {
  getSettings: read,
  saveCompanySettings: write,
  saveContactSettings: write,
  saveStaysSettings: write,
  savePaymentsSettings: write,
  saveChargesSettings: write,
  saveLanguagesSettings: write,
  saveOnlineSettings: write,
  saveMenusSettings: write,
  getMenuChoices: read,
  saveLettersSettings: write,
  getSendingSettings: read,
  getRegisterSettings: read,
  saveRegisterSettings: write,
  sendTestLetter: read,
  getLetterWordings: read,
  getLetterWording: read,
  saveLetterWording: write,
  previewLetter: write,
  getVatRates: read,
  saveVatRates: write,
  getSlides: read,
  getSlide: read,
  addSlide: write,
  saveSlide: write,
  removeSlide: write,
  orderSlides: write,
  getOfficeProducts: read,
  getOfficeProduct: read,
  addProduct: write,
  saveProduct: write,
  orderProducts: write,
  getTexts: read,
  getPassage: read,
  savePassage: write,
  addPassage: write,
  removePassage: write,
  orderPassages: write,
  getCategoryText: read,
  saveCategoryText: write,
  getLabels: read,
  getLabel: read,
  saveLabel: write,
} as const satisfies Partial<Record<EveryEndpointName, Answers>>

export const settingsInputs = {
  getSlide: { id: 1 },
  getOfficeProduct: { id: 1 },
  getPassage: { id: 'home.quality' },
  getCategoryText: { id: 1 },
  getLabel: { key: 'shell.home' },
  getLetterWording: { kind: 'stay_requested' },
}

export const settingsPaths = {
  '/office/settings': 200,
  '/office/settings/letters/wording': 200,
  '/bn/office/settings/letters/wording/stay_requested': 200,
  '/bn/office/settings/contact': 200,
  '/office/settings/menus': 200,
  '/office/settings/letters': 200,
  '/office/settings/vat': 200,
  '/office/slides': 200,
  '/bn/office/slides/1': 200,
  '/office/products': 200,
  '/office/texts': 200,
  '/bn/office/texts/passages/home.quality': 200,
  '/office/texts/passages/new?page=service': 200,
  '/office/texts/categories/1': 200,
  '/office/texts/labels?words=x': 200,
  '/office/texts/labels/shell.home': 200,
  '/bn/office/products/1': 200,
}
