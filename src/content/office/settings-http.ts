import type { RequestContext } from '#platform/contract.ts'
import type { Database, WholeDatabase } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { readCompany } from '../company.ts'
import { linkChoices } from '../link-choices.ts'
import { productMenusTyped } from '../menus.ts'
import { validateSection, saveSection, sections, versionsOfSections } from '../settings.ts'
import type { SectionForm, SectionName } from '../settings-shapes.ts'
import type { OwnSection } from './section-fields.ts'
import type { settingsContract } from './settings-contract.ts'

export const settingsHandlers = {
  getSettings: async (db, { context }) => ({ ...(await allSections(db)), paid_online: context.paidOnline }),
  saveCompanySettings: saving('company'),
  saveContactSettings: saving('contact'),
  saveStaysSettings: saving('stays'),
  savePaymentsSettings: saving('payments'),
  saveChargesSettings: saving('charges'),
  saveLanguagesSettings: saving('languages'),
  saveOnlineSettings: saving('online'),
  saveMenusSettings: saving('menus'),
  getMenuChoices: async (db, { now }) => ({ ...(await linkChoices(db, now)), product: productMenusTyped() }),
} satisfies Handlers<typeof settingsContract>

function saving<Name extends OwnSection>(name: Name) {
  return {
    validate: (db: Database, ctx: RequestContext, form: Partial<SectionForm<Name>>) =>
      validateSection(db, ctx, name, form),
    async act(db: WholeDatabase, ctx: RequestContext, form: SectionForm<Name> & { version: number }) {
      await saveSection(db, ctx, name, form)
      return (await allSections(db))[name]
    },
  }
}

async function allSections(db: Database) {
  const [company, versions] = [await readCompany(db), await versionsOfSections(db)]
  const told = (name: SectionName) => ({ ...sections[name].read(company), version: versions.get(name)! })
  return {
    company: told('company'),
    contact: told('contact'),
    stays: told('stays'),
    payments: told('payments'),
    charges: told('charges'),
    languages: told('languages'),
    online: told('online'),
    menus: told('menus'),
  }
}
