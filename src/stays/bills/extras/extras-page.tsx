import { Link, useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Chip } from '#ui/office/record-page.tsx'
import { EmptyListMessage, ListHead } from '#ui/office/list.tsx'
import { SortableList } from '#ui/office/sortable-list.tsx'
import { useOrder } from '#ui/office/use-order.ts'
import { PageTabs } from '#ui/office/page-tabs.tsx'
import { officeHref } from '#routes/office.ts'
import { pickLocalizedName } from '#locales/localized-name.ts'
import type { ExtrasApi, OfficeExtras } from './contract.ts'
import styles from './extras.module.css'

/** The list of extras, in the order in which the desk sees them. */
export const extrasPage: Page<ExtrasApi, OfficeExtras> = {
  load: ({ api }) => api.getExtras({}),
  head: (_, { t }) => ({ title: t('extras.title'), hidden: true }),
  View: ExtrasView,
}

function ExtrasView({ data }: { data: OfficeExtras }) {
  const { t, language, money, digits } = useTranslator()
  const api = useApi<ExtrasApi>()
  const [extras, order] = useOrder(data, (ids) => api.orderExtras({ ids }))
  const addButton = <ButtonLink to={officeHref('extra', 'new')}>{t('extras.add')}</ButtonLink>
  return (
    <>
      <ListHead title={t('extras.title')} about={t('extras.about')}>
        {extras.length > 0 && addButton}
      </ListHead>
      <PageTabs page="extras" />
      {extras.length === 0 ? (
        <EmptyListMessage title={t('extras.none')} text={t('extras.none_text')} action={addButton} />
      ) : (
        <SortableList
          items={extras}
          keyOf={({ id }) => String(id)}
          nameOf={(extra) => pickLocalizedName(language, extra)}
          onReorder={order}
          label={t('extras.title')}
        >
          {(extra) => (
            <div className={`${styles.extra} leads`}>
              <h2>
                <Link to={officeHref('extra', extra.id)}>{pickLocalizedName(language, extra)}</Link>
              </h2>
              <p className="small">
                {money(extra.price!)}
                {extra.vat !== null && ` · ${t('extras.own_vat', { percent: digits(String(extra.vat)) })}`}
              </p>
              {!extra.active && <Chip tone="over">{t('extras.not_offered')}</Chip>}
            </div>
          )}
        </SortableList>
      )}
    </>
  )
}
