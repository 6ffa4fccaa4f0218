import { Link, useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyListMessage, ListHead } from '#ui/office/list.tsx'
import { SortableList } from '#ui/office/sortable-list.tsx'
import { useOrder } from '#ui/office/use-order.ts'
import { PageTabs } from '#ui/office/page-tabs.tsx'
import { officeHref } from '#routes/office.ts'
import { pickLocalizedName } from '#locales/localized-name.ts'
import type { FacilityGroups, RoomsOfficeApi } from './contract.ts'
import styles from './facilities-page.module.css'

/** The list of facilities by group, in the order of the room pages. */
export const facilitiesPage: Page<RoomsOfficeApi, FacilityGroups> = {
  load: ({ api }) => api.getFacilityGroups({}),
  head: (_, { t }) => ({ title: t('facility.title'), hidden: true }),
  View: FacilitiesView,
}

function FacilitiesView({ data }: { data: FacilityGroups }) {
  const { t, language } = useTranslator()
  const api = useApi<RoomsOfficeApi>()
  const [groups, order] = useOrder(data, (ids) => api.orderFacilityGroups({ ids }))
  const addButton = <ButtonLink to={officeHref('facilityGroup', 'new')}>{t('facility.add_group')}</ButtonLink>
  return (
    <>
      <ListHead title={t('facility.title')}>{groups.length > 0 && addButton}</ListHead>
      <PageTabs page="facilities" />
      {groups.length === 0 ? (
        <EmptyListMessage title={t('facility.none')} text={t('facility.none_text')} action={addButton} />
      ) : (
        <SortableList
          items={groups}
          keyOf={({ id }) => String(id)}
          nameOf={(group) => pickLocalizedName(language, group)}
          onReorder={order}
          label={t('facility.title')}
        >
          {(group) => (
            <div className={`${styles.group} leads`}>
              <h2>
                <Link to={officeHref('facilityGroup', group.id)}>{pickLocalizedName(language, group)}</Link>
              </h2>
              <p>
                {group.facilities.map((facility) => pickLocalizedName(language, facility)).join(', ') ||
                  t('facility.empty_group')}
              </p>
            </div>
          )}
        </SortableList>
      )}
    </>
  )
}
