import { useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { Chip } from '#ui/office/record-page.tsx'
import { EmptyListMessage, ListHead } from '#ui/office/list.tsx'
import { SortableList } from '#ui/office/sortable-list.tsx'
import { PictureRow } from '#ui/office/picture-row.tsx'
import { useOrder } from '#ui/office/use-order.ts'
import { Picture } from '#ui/pictures/picture.tsx'
import { officeHref, officePages } from '#routes/office.ts'
import type { OfficeProducts, ProductsOfficeApi } from './products-contract.ts'

/** The product list, in the order of the site. */
export const officeProductsPage: Page<ProductsOfficeApi, OfficeProducts> = {
  load: ({ api }) => api.getOfficeProducts({}),
  head: (_, { t }) => ({ title: t('catalogue.title'), hidden: true }),
  View: ProductsView,
}

function ProductsView({ data }: { data: OfficeProducts }) {
  const { t, count, language } = useTranslator()
  const pickText = (english: string, bangla: string) => (language === 'bn' && bangla) || english
  const api = useApi<ProductsOfficeApi>()
  const mayOrder = useOffice().can('publish')
  const [products, saveOrder] = useOrder(data, (ids, version) => api.orderProducts({ version, ids }))
  const activeCount = products.filter(({ active }) => active).length
  const addButton = <ButtonLink to={officeHref('product', 'new')}>{t('catalogue.add')}</ButtonLink>
  return (
    <>
      <ListHead
        title={t('catalogue.title')}
        subtitle={products.length > 0 && count('catalogue.offered_count', activeCount)}
      >
        <ButtonLink variant="secondary" to={officePages.certificates}>
          {t('certificates.title')}
        </ButtonLink>
        {products.length > 0 && addButton}
      </ListHead>
      {products.length === 0 ? (
        <EmptyListMessage title={t('catalogue.none')} text={t('catalogue.none_text')} action={addButton} />
      ) : (
        <SortableList
          items={products}
          keyOf={({ id }) => String(id)}
          nameOf={({ name_en, name_bn }) => pickText(name_en, name_bn)}
          onReorder={mayOrder ? saveOrder : undefined}
          label={t('catalogue.title')}
        >
          {(product) => (
            <PictureRow
              path={officeHref('product', product.id)}
              title={pickText(product.name_en, product.name_bn)}
              picture={product.shown && <Picture picture={product.shown} sizes="7rem" />}
            >
              <p>{pickText(product.summary_en, product.summary_bn)}</p>
              {!product.active && <Chip tone="over">{t('slides.hidden')}</Chip>}
              {product.expired_certificates.map((name) => (
                <Chip key={name} tone="due">
                  {t('catalogue.certificate_expired', { name })}
                </Chip>
              ))}
            </PictureRow>
          )}
        </SortableList>
      )}
    </>
  )
}
