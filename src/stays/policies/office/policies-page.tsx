import { useTranslator, type Page } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Chip } from '#ui/office/record-page.tsx'
import { ListHead, Rows } from '#ui/office/list.tsx'
import { PageTabs } from '#ui/office/page-tabs.tsx'
import { officeHref } from '#routes/office.ts'
import { pickLocalizedName } from '#locales/localized-name.ts'
import type { Translator } from '#locales/translator.ts'
import type { OfficePolicies, OfficePolicy, PoliciesApi } from './contract.ts'

/** The list of cancellation policies. The default policy comes first. */
export const policiesPage: Page<PoliciesApi, OfficePolicies> = {
  load: ({ api }) => api.getPolicies({}),
  head: (_, { t }) => ({ title: t('policy.title'), hidden: true }),
  View: PoliciesView,
}

function PoliciesView({ data: { data: policies } }: { data: OfficePolicies }) {
  const translator = useTranslator()
  const { t } = translator
  return (
    <>
      <ListHead title={t('policy.title')} about={t('policy.about')}>
        <ButtonLink to={officeHref('policy', 'new')}>{t('policy.add')}</ButtonLink>
      </ListHead>
      <PageTabs page="policies" />
      <Rows
        rows={policies.map((policy) => ({
          path: officeHref('policy', policy.id),
          title: pickLocalizedName(translator.language, policy),
          about: policy.terms,
          small: formatUses(translator, policy),
          ...(policy.is_default && { chip: <Chip tone="plain">{t('policy.default')}</Chip> }),
        }))}
      />
    </>
  )
}

/** Lists the rooms and the number of nights that use a policy, for example "Single Room, Twin Room; 4 nights". */
function formatUses({ t, count }: Translator, { rooms, nights, is_default }: OfficePolicy): string {
  const text = [rooms.map(({ name }) => name).join(', '), nights > 0 ? count('policy.nights', nights) : '']
    .filter(Boolean)
    .join('; ')
  return text || (is_default ? '' : t('policy.unused'))
}
