import { navigate } from '#platform/pages/navigate.ts'
import { Link, useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { readRecordId, useAddedPath } from '#ui/office/record-address.ts'
import { ConfirmedAction } from '#ui/office/confirmed-action.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { EditForm, BilingualField } from '#ui/office/edit/edit-form.tsx'
import { Chip, Fact, Facts, RecordPage, RecordSection } from '#ui/office/record-page.tsx'
import { History } from '#ui/office/history.tsx'
import { useEdit } from '#ui/office/edit/use-edit.ts'
import { officeHref, officePages } from '#routes/office.ts'
import { pickLocalizedName } from '#locales/localized-name.ts'
import { formatInclusiveDates } from '#locales/dates.ts'
import { CostTable } from '../terms-summary.tsx'
import type { OfficePolicy, PoliciesApi } from './contract.ts'
import { FeeFields, TierFields } from './policy-fields.tsx'
import { toForm, newPolicy, type PolicyRow, type FeeInput, type TierInput } from './policy-row.ts'

/** The page of a policy: its fees for cancelling and no-show, and its deposit. */
export const policyPage: Page<PoliciesApi, OfficePolicy> = {
  async load({ api, route }) {
    if (route.params['id'] === 'new') return newPolicy
    return api.getPolicy({ id: readRecordId(route) })
  },
  head: (policy, translator) => ({
    title: pickLocalizedName(translator.language, policy) || translator.t('policy.add'),
    hidden: true,
  }),
  View: PolicyView,
}

function PolicyView({ data }: { data: OfficePolicy }) {
  const translator = useTranslator()
  const { t, digits } = translator
  const api = useApi<PoliciesApi>()
  const edit = useEdit<PolicyRow>(data, {
    save: (row) =>
      row.id ? api.savePolicy({ id: row.id, version: row.version, ...toForm(row) }) : api.addPolicy(toForm(row)),
    load: () => api.getPolicy({ id: data.id }),
    draft: `office policy ${data.id}`,
  })
  const { id, version, tiers, no_show, deposit } = edit.row
  useAddedPath(data.id === 0 && id !== 0 ? officeHref('policy', id) : null)
  const labels = {
    name_en: t('edit.in_english', { label: t('policy.name') }),
    name_bn: t('edit.in_bangla', { label: t('policy.name') }),
    tiers: t('policy.tiers'),
    no_show: t('policy.no_show_costs'),
    deposit: t('policy.deposit'),
  }
  const formatFee = ({ kind, amount }: FeeInput) =>
    kind === 'none' ? t('policy.kind_none') : `${t(`policy.kind_${kind}`)}: ${digits(String(amount ?? ''))}`
  function formatValue(field: keyof PolicyRow, value: unknown): string | undefined {
    if (field === 'tiers')
      return (value as TierInput[])
        .map((tier) => `${t('policy.hours')} ${digits(String(tier.hours ?? '–'))}, ${formatFee(tier)}`)
        .join('\n')
    return field === 'no_show' || field === 'deposit' ? formatFee(value as FeeInput) : undefined
  }
  return (
    <RecordPage
      back={{ to: officePages.policies, label: t('policy.title') }}
      about={t('policy.one')}
      title={pickLocalizedName(translator.language, data) || t('policy.add')}
      state={data.is_default && <Chip tone="plain">{t('policy.default')}</Chip>}
      aside={data.id ? <History subject={`policy ${data.id}`} version={version} /> : null}
    >
      <EditForm edit={edit} labels={labels} formatField={formatValue}>
        <RecordSection title={t('policy.name')}>
          <BilingualField
            edit={edit}
            en="name_en"
            bn="name_bn"
            label={t('policy.name')}
            hint={t('policy.name_hint')}
            maxLength={60}
          />
        </RecordSection>
        <RecordSection title={labels.tiers}>
          <TierFields tiers={tiers} error={edit.error} onChange={(changedTiers) => edit.set({ tiers: changedTiers })} />
        </RecordSection>
        <RecordSection title={labels.no_show}>
          <FeeFields
            name="no_show"
            label={t('policy.costs')}
            hint={t('policy.no_show_hint')}
            fee={no_show}
            error={edit.error}
            onChange={(fee) => edit.set({ no_show: fee })}
          />
        </RecordSection>
        <RecordSection title={labels.deposit}>
          <FeeFields
            name="deposit"
            label={t('policy.advance_amount')}
            hint={t('policy.deposit_hint')}
            fee={deposit}
            error={edit.error}
            onChange={(fee) => edit.set({ deposit: fee })}
          />
        </RecordSection>
      </EditForm>
      {data.id > 0 && (
        <>
          <RecordSection title={t('policy.preview')}>
            {/* The saved policy in the language of the user. */}
            {edit.row.rows.length > 0 ? <CostTable rows={edit.row.rows} /> : <p>{edit.row.terms}</p>}
            <p className="small">{t('policy.preview_hint')}</p>
          </RecordSection>
          <PolicyUses policy={data} />
        </>
      )}
    </RecordPage>
  )
}

/** The rooms and nights that use the policy, and the actions that depend on them. */
function PolicyUses({ policy }: { policy: OfficePolicy }) {
  const translator = useTranslator()
  const { t, count, language } = translator
  const api = useApi<PoliciesApi>()
  const office = useOffice()
  const { id, version, rooms, nights, first, last, is_default } = policy
  const versionedId = { id, version }
  const name = pickLocalizedName(translator.language, policy)
  return (
    <RecordSection title={t('policy.uses')}>
      <Facts>
        <Fact name={t('policy.default_policy')}>{t(is_default ? 'policy.is_default' : 'policy.is_not_default')}</Fact>
        <Fact name={t('policy.rooms')}>
          {rooms.length === 0
            ? t('policy.no_rooms')
            : rooms.map((room, index) => (
                <span key={room.id}>
                  {index > 0 && ', '}
                  {office.can('change rooms') ? <Link to={officeHref('room', room.id)}>{room.name}</Link> : room.name}
                </span>
              ))}
        </Fact>
        <Fact name={t('policy.in_rates')}>
          {nights === 0 ? (
            t('policy.no_nights')
          ) : (
            <Link to={officePages.rates}>
              {count('policy.nights', nights)}, {formatInclusiveDates(translator, first!, last!)}
            </Link>
          )}
        </Fact>
      </Facts>
      {!is_default && (
        <div className="row-2">
          <ConfirmedAction
            label={t('policy.make_default')}
            title={t('policy.make_default_title', { name })}
            text={t('policy.make_default_text')}
            confirmLabel={t('policy.make_default')}
            failed={t('office.offline')}
            onConfirm={async () => office.show(await api.setDefaultPolicy(versionedId))}
          />
          <ConfirmedAction
            label={t('policy.remove')}
            title={t('policy.remove_title', { name })}
            text={t('policy.remove_text')}
            confirmLabel={t('policy.remove')}
            failed={t('office.offline')}
            onConfirm={async () => {
              await api.removePolicy(versionedId)
              navigate(officePages.policies, language, 'replace')
            }}
          />
        </div>
      )}
    </RecordSection>
  )
}
