import type { Asker } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { wordsIn } from '#locales/both.ts'
import {
  addPolicy,
  choosePolicyOfHouse,
  formOf,
  judgePolicy,
  policyWith,
  removePolicy,
  savePolicy,
  usesOf,
  type PolicyForm,
  type PolicyRow,
} from '../changing.ts'
import { allPolicies, policyNameIn } from '../choosing.ts'
import { tellPolicy } from '../told.ts'
import type { OfficePolicy, policiesContract } from './contract.ts'

export const policiesHandlers = {
  async getPolicies(db, asker) {
    const data: OfficePolicy[] = []
    for (const row of await allPolicies(db)) data.push(await present(db, asker, row))
    return { data }
  },
  getPolicy: (db, asker, { id }) => one(db, asker, id),
  addPolicy: {
    judge: (db, asker, form) => judgePolicy(db, asker, typed(form)),
    act: async (db, asker, form) => one(db, asker, await addPolicy(db, asker, written(form))),
  },
  savePolicy: {
    judge: (db, asker, form) => judgePolicy(db, asker, typed(form)),
    async act(db, asker, { id, version, ...form }) {
      await savePolicy(db, asker, { id, version, ...written(form) })
      return one(db, asker, id)
    },
  },
  async choosePolicyOfHouse(db, asker, form) {
    await choosePolicyOfHouse(db, asker, form)
    return one(db, asker, form.id)
  },
  async removePolicy(db, asker, form) {
    await removePolicy(db, asker, form)
    return {}
  },
} satisfies Handlers<typeof policiesContract>

type Written = Pick<OfficePolicy, 'name_en' | 'name_bn' | 'tiers' | 'no_show' | 'deposit'>

const written = ({ no_show, ...form }: Written): PolicyForm => ({ ...form, noShow: no_show })
const typed = ({ no_show, ...form }: Partial<Written>): Partial<PolicyForm> => ({
  ...form,
  ...(no_show && { noShow: no_show }),
})

const one = async (db: Database, asker: Asker, id: number): Promise<OfficePolicy> =>
  present(db, asker, await policyWith(db, id))

async function present(db: Database, asker: Asker, row: PolicyRow): Promise<OfficePolicy> {
  const { language } = asker
  const { noShow, ...form } = formOf(row)
  const { rooms, ...nights } = await usesOf(db, asker, row.id)
  const { terms, rows } = tellPolicy(
    { name: row.name_en, rules: { ...form, noShow }, others: false },
    wordsIn(language),
    'asked',
  )
  return {
    id: row.id,
    version: row.version,
    ...form,
    tiers: form.tiers.map(({ hours, kind, amount }) => ({ hours, kind: kind as 'nights' | 'percent', amount })),
    no_show: noShow,
    is_house: row.is_house === 1,
    terms,
    rows,
    rooms: rooms.map((room) => ({ id: room.id, name: policyNameIn(room, language) })),
    ...nights,
  }
}
