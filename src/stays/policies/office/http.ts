import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { translatorFor } from '#locales/both.ts'
import {
  addPolicy,
  choosePolicyOfHouse,
  formOf,
  validatePolicy,
  policyWith,
  removePolicy,
  savePolicy,
  usesOf,
  type PolicyForm,
  type PolicyRow,
} from '../changing.ts'
import { allPolicies, policyNameIn } from '../choosing.ts'
import { tellPolicy } from '../describe-terms.ts'
import type { OfficePolicy, policiesContract } from './contract.ts'

export const policiesHandlers = {
  async getPolicies(db, ctx) {
    const data: OfficePolicy[] = []
    for (const row of await allPolicies(db)) data.push(await present(db, ctx, row))
    return { data }
  },
  getPolicy: (db, ctx, { id }) => one(db, ctx, id),
  addPolicy: {
    validate: (db, ctx, form) => validatePolicy(db, ctx, typed(form)),
    act: async (db, ctx, form) => one(db, ctx, await addPolicy(db, ctx, written(form))),
  },
  savePolicy: {
    validate: (db, ctx, form) => validatePolicy(db, ctx, typed(form)),
    async act(db, ctx, { id, version, ...form }) {
      await savePolicy(db, ctx, { id, version, ...written(form) })
      return one(db, ctx, id)
    },
  },
  async choosePolicyOfHouse(db, ctx, form) {
    await choosePolicyOfHouse(db, ctx, form)
    return one(db, ctx, form.id)
  },
  async removePolicy(db, ctx, form) {
    await removePolicy(db, ctx, form)
    return {}
  },
} satisfies Handlers<typeof policiesContract>

type Written = Pick<OfficePolicy, 'name_en' | 'name_bn' | 'tiers' | 'no_show' | 'deposit'>

const written = ({ no_show, ...form }: Written): PolicyForm => ({ ...form, noShow: no_show })
const typed = ({ no_show, ...form }: Partial<Written>): Partial<PolicyForm> => ({
  ...form,
  ...(no_show && { noShow: no_show }),
})

const one = async (db: Database, ctx: RequestContext, id: number): Promise<OfficePolicy> =>
  present(db, ctx, await policyWith(db, id))

async function present(db: Database, ctx: RequestContext, row: PolicyRow): Promise<OfficePolicy> {
  const { language } = ctx
  const { noShow, ...form } = formOf(row)
  const { rooms, ...nights } = await usesOf(db, ctx, row.id)
  const { terms, rows } = tellPolicy(
    { name: row.name_en, rules: { ...form, noShow }, others: false },
    translatorFor(language),
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
