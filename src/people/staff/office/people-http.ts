import type { PersonalData } from '../../accounts/close-account.ts'
import { findCustomerOfBuyer } from '../../customers/of-buyer.ts'
import type { RequestContext, StreamedFile } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoInstant } from '#platform/day.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import type { Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import {
  exportPersonData,
  signOutPerson,
  erasePerson,
  listPeople,
  findPerson,
  sendResetEmail,
  suspendPerson,
  type PersonRow,
} from '../people.ts'
import type { peopleContract, Person } from './people-contract.ts'

const PAGE_SIZE = 50

/** `personalData`: the personal data that the slices store. */
export const createPeopleHandlers = (personalData: Record<string, PersonalData>) =>
  ({
    async getPeople(db, _, { after, ...query }) {
      const { rows, more } = await listPeople(db, query, {
        limit: PAGE_SIZE,
        before: after ? Number(after) : undefined,
      })
      return { data: rows.map((row) => toPersonView(row)), more }
    },
    getPerson: (db, ctx, { id }) => readPersonView(db, ctx, id),

    async suspendPerson(db, ctx, form) {
      await suspendPerson(db, ctx, form)
      return readPersonView(db, ctx, form.id)
    },
    async endPersonSessions(db, ctx, form) {
      await signOutPerson(db, ctx, form)
      return readPersonView(db, ctx, form.id)
    },
    async sendPersonReset(db, ctx, form) {
      await sendResetEmail(db, ctx, form)
      return readPersonView(db, ctx, form.id)
    },
    async getPersonData(db, ctx, form): Promise<StreamedFile> {
      const text = JSON.stringify(await exportPersonData(db, ctx, form, personalData), null, 2)
      const bytes = Buffer.from(text)
      return {
        name: `person-${form.id}.json`,
        type: 'application/json',
        bytes: bytes.length,
        parts: yieldOnce(bytes),
      }
    },
    async erasePerson(db, ctx, form) {
      await erasePerson(db, ctx, form, Object.values(personalData))
      return { message: translatorFor(ctx.language).t('account.person_erased') }
    },
  }) satisfies Handlers<typeof peopleContract>

async function* yieldOnce(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

async function readPersonView(db: Database, ctx: RequestContext, id: number): Promise<Person> {
  const person = await findPerson(db, id)
  return toPersonView(person, await findCustomerOfBuyer(db, ctx, person.email))
}

const toPersonView = (row: PersonRow, customer: Person['customer'] = null): Person => ({
  id: row.id,
  kind: row.role as 'member' | 'guest',
  name: row.name,
  email: row.email,
  is_confirmed: row.email_confirmed_at !== null,
  phone: row.phone ?? '',
  company_name: row.company_name ?? '',
  preferences: row.preferences,
  username: row.username ?? '',
  language: row.language as Language,
  since: isoInstant(row.created_at),
  is_suspended: row.suspended_at !== null,
  customer,
})
