import type { Asker } from '../../platform/contract.ts'
import type { Database, WholeDatabase } from '../../platform/database/database.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { readCompany } from '../company.ts'
import { judgeSection, saveSection, sections, versionsOfSections } from '../settings.ts'
import type { SectionForm, SectionName } from '../settings-shapes.ts'
import type { settingsContract } from './settings-contract.ts'

export const settingsHandlers = {
  getSettings: allSections,
  saveCompanySettings: saving('company'),
  saveContactSettings: saving('contact'),
  saveStaysSettings: saving('stays'),
  saveChargesSettings: saving('charges'),
  saveLanguagesSettings: saving('languages'),
  saveOnlineSettings: saving('online'),
} satisfies Handlers<typeof settingsContract>

function saving<Name extends Exclude<SectionName, 'letters'>>(name: Name) {
  return {
    judge: (_: Database, __: Asker, form: Partial<SectionForm<Name>>) => judgeSection(name, form),
    async act(db: WholeDatabase, asker: Asker, form: SectionForm<Name> & { version: number }) {
      await saveSection(db, asker, name, form)
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
    charges: told('charges'),
    languages: told('languages'),
    online: told('online'),
  }
}
