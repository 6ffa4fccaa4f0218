import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { translatorFor } from '#locales/both.ts'
import { pickLocalizedName } from '#locales/localized-name.ts'
import {
  addPolicy,
  setDefaultPolicy,
  toForm,
  validatePolicy,
  loadPolicy,
  removePolicy,
  savePolicy,
  findPolicyUses,
  type PolicyForm,
  type PolicyRow,
} from '../policy-changes.ts'
import { listPolicies } from '../policy-lookup.ts'
import { describePolicy } from '../describe-terms.ts'
import type { OfficePolicy, policiesContract } from './contract.ts'

export const policiesHandlers = {
  async getPolicies(db, ctx) {
    const data: OfficePolicy[] = []
    for (const row of await listPolicies(db)) data.push(await readPolicyView(db, ctx, row))
    return { data }
  },
  getPolicy: (db, ctx, { id }) => readPolicyById(db, ctx, id),
  addPolicy: {
    validate: (db, ctx, form) => validatePolicy(db, ctx, toPartialForm(form)),
    execute: async (db, ctx, form) => readPolicyById(db, ctx, await addPolicy(db, ctx, toPolicyForm(form))),
  },
  savePolicy: {
    validate: (db, ctx, form) => validatePolicy(db, ctx, toPartialForm(form)),
    async execute(db, ctx, { id, version, ...form }) {
      await savePolicy(db, ctx, { id, version, ...toPolicyForm(form) })
      return readPolicyById(db, ctx, id)
    },
  },
  async setDefaultPolicy(db, ctx, form) {
    await setDefaultPolicy(db, ctx, form)
    return readPolicyById(db, ctx, form.id)
  },
  async removePolicy(db, ctx, form) {
    await removePolicy(db, ctx, form)
    return {}
  },
} satisfies Handlers<typeof policiesContract>

type PolicyInput = Pick<OfficePolicy, 'name_en' | 'name_bn' | 'tiers' | 'no_show' | 'deposit'>

const toPolicyForm = ({ no_show, ...form }: PolicyInput): PolicyForm => ({ ...form, noShow: no_show })
const toPartialForm = ({ no_show, ...form }: Partial<PolicyInput>): Partial<PolicyForm> => ({
  ...form,
  ...(no_show && { noShow: no_show }),
})

const readPolicyById = async (db: Database, ctx: RequestContext, id: number): Promise<OfficePolicy> =>
  readPolicyView(db, ctx, await loadPolicy(db, id))

async function readPolicyView(db: Database, ctx: RequestContext, row: PolicyRow): Promise<OfficePolicy> {
  const { language } = ctx
  const { noShow, ...form } = toForm(row)
  const { rooms, ...nights } = await findPolicyUses(db, ctx, row.id)
  const { terms, rows } = describePolicy(
    { name: row.name_en, rules: { ...form, noShow }, hasNightPolicies: false },
    translatorFor(language),
    'asked',
  )
  return {
    id: row.id,
    version: row.version,
    ...form,
    tiers: form.tiers.map(({ hours, kind, amount }) => ({ hours, kind: kind as 'nights' | 'percent', amount })),
    no_show: noShow,
    is_default: row.is_default === 1,
    terms,
    rows,
    rooms: rooms.map((room) => ({ id: room.id, name: pickLocalizedName(language, room) })),
    ...nights,
  }
}
