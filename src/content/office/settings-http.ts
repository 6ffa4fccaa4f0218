import type { RequestContext } from '#platform/contract.ts'
import type { Database, WholeDatabase } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { readCompany } from '../company.ts'
import { listLinkChoices } from '../link-choices.ts'
import { getDefaultMenusForm } from '../menus.ts'
import { validateSection, saveSection, sections, listSectionVersions } from '../settings.ts'
import type { SectionForm, SectionName } from '../settings-shapes.ts'
import type { SectionWithFields } from './section-fields.ts'
import type { settingsContract } from './settings-contract.ts'

export const settingsHandlers = {
  getSettings: async (db, { context }) => ({
    ...(await readAllSectionViews(db)),
    online_payments: context.onlinePayments,
  }),
  saveCompanySettings: createSectionHandler('company'),
  saveContactSettings: createSectionHandler('contact'),
  checkStaysSettings: { validate: createSectionHandler('stays').validate, execute: async () => ({}) },
  saveStaysSettings: createSectionHandler('stays'),
  savePaymentsSettings: createSectionHandler('payments'),
  saveChargesSettings: createSectionHandler('charges'),
  saveMenusSettings: createSectionHandler('menus'),
  getMenuChoices: async (db, { now }) => ({ ...(await listLinkChoices(db, now)), product: getDefaultMenusForm() }),
} satisfies Handlers<typeof settingsContract>

function createSectionHandler<Name extends SectionWithFields>(name: Name) {
  return {
    validate: (db: Database, ctx: RequestContext, form: Partial<SectionForm<Name>>) =>
      validateSection(db, ctx, name, form),
    async execute(db: WholeDatabase, ctx: RequestContext, form: SectionForm<Name> & { version: number }) {
      await saveSection(db, ctx, name, form)
      return (await readAllSectionViews(db))[name]
    },
  }
}

async function readAllSectionViews(db: Database) {
  const [company, versions] = [await readCompany(db), await listSectionVersions(db)]
  const toSectionView = (name: SectionName) => ({ ...sections[name].read(company), version: versions.get(name)! })
  return {
    company: toSectionView('company'),
    contact: toSectionView('contact'),
    stays: toSectionView('stays'),
    payments: toSectionView('payments'),
    charges: toSectionView('charges'),
    menus: toSectionView('menus'),
  }
}
