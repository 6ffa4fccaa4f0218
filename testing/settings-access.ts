import type { EveryEndpointName } from '#routes/office.ts'
import type { ExpectedStatuses } from './callers.ts'

/** Only staff with the permission may read. In the demo that is the owner. */
const readStatuses: ExpectedStatuses = [401, 401, 403, 403, 403, 403, 200, 401, 401]
/** Called with an empty form: 422 means that the person may call the endpoint. */
const writeStatuses: ExpectedStatuses = [401, 401, 403, 403, 403, 403, 422, 401, 401]

/** The rows of settings and site content for src/app/access.test.ts. */
export const settingsAccess = {
  getSettings: readStatuses,
  saveCompanySettings: writeStatuses,
  saveContactSettings: writeStatuses,
  checkStaysSettings: writeStatuses,
  saveStaysSettings: writeStatuses,
  savePaymentsSettings: writeStatuses,
  saveChargesSettings: writeStatuses,
  saveMenusSettings: writeStatuses,
  getMenuChoices: readStatuses,
  saveEmailsSettings: writeStatuses,
  getSendingSettings: readStatuses,
  getRegisterSettings: readStatuses,
  saveRegisterSettings: writeStatuses,
  sendTestEmail: readStatuses,
  getEmailWordings: readStatuses,
  getEmailWording: readStatuses,
  saveEmailWording: writeStatuses,
  previewEmail: writeStatuses,
  getVatRates: readStatuses,
  saveVatRates: writeStatuses,
  getSlides: readStatuses,
  getSlide: readStatuses,
  addSlide: writeStatuses,
  saveSlide: writeStatuses,
  removeSlide: writeStatuses,
  orderSlides: writeStatuses,
  getOfficeProducts: readStatuses,
  getOfficeProduct: readStatuses,
  addProduct: writeStatuses,
  saveProduct: writeStatuses,
  orderProducts: writeStatuses,
  getCertificates: readStatuses,
  getCertificate: readStatuses,
  addCertificate: writeStatuses,
  saveCertificate: writeStatuses,
  removeCertificate: writeStatuses,
  getTexts: readStatuses,
  getPassage: readStatuses,
  savePassage: writeStatuses,
  addPassage: writeStatuses,
  removePassage: writeStatuses,
  orderPassages: writeStatuses,
  getCategoryText: readStatuses,
  saveCategoryText: writeStatuses,
} as const satisfies Partial<Record<EveryEndpointName, ExpectedStatuses>>

export const settingsInputs = {
  getSlide: { id: 1 },
  getOfficeProduct: { id: 1 },
  getCertificate: { id: 1 },
  getPassage: { id: 'home.quality' },
  getCategoryText: { id: 1 },
  getEmailWording: { kind: 'stay_requested' },
}

export const settingsPathStatuses = {
  '/office/settings': 200,
  '/office/settings/emails/wording': 200,
  '/bn/office/settings/emails/wording/stay_requested': 200,
  '/bn/office/settings/contact': 200,
  '/office/settings/menus': 200,
  '/office/settings/emails': 200,
  '/office/settings/vat': 200,
  '/office/slides': 200,
  '/bn/office/slides/1': 200,
  '/office/products': 200,
  '/office/texts': 200,
  '/bn/office/texts/passages/home.quality': 200,
  '/office/texts/passages/new?page=service': 200,
  '/office/texts/categories/1': 200,
  '/bn/office/products/1': 200,
  '/office/products/certificates': 200,
  '/bn/office/products/certificates/new': 200,
}
