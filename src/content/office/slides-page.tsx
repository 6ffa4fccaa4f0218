import { useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { Chip } from '#ui/office/record-page.tsx'
import { EmptyListMessage, ListHead } from '#ui/office/list.tsx'
import { SortableList } from '#ui/office/sortable-list.tsx'
import { PictureRow } from '#ui/office/picture-row.tsx'
import { useOrder } from '#ui/office/use-order.ts'
import { Picture } from '#ui/pictures/picture.tsx'
import { officeHref } from '#routes/office.ts'
import type { OfficeSlides, SlidesApi } from './slides-contract.ts'

/** The slides of the home page in their order. */
export const slidesPage: Page<SlidesApi, OfficeSlides> = {
  load: ({ api }) => api.getSlides({}),
  head: (_, { t }) => ({ title: t('slides.title'), hidden: true }),
  View: SlidesView,
}

function SlidesView({ data }: { data: OfficeSlides }) {
  const { t, count, language } = useTranslator()
  const pickText = (english: string, bangla: string) => (language === 'bn' && bangla) || english
  const api = useApi<SlidesApi>()
  const mayOrder = useOffice().can('publish')
  const [slides, saveOrder] = useOrder(data, (ids, version) => api.orderSlides({ version, ids }))
  const activeCount = slides.filter(({ active }) => active).length
  const addButton = <ButtonLink to={officeHref('slide', 'new')}>{t('slides.add')}</ButtonLink>
  return (
    <>
      <ListHead title={t('slides.title')} subtitle={slides.length > 0 && count('slides.shown_count', activeCount)}>
        {slides.length > 0 && addButton}
      </ListHead>
      {slides.length === 0 ? (
        <EmptyListMessage title={t('slides.none')} text={t('slides.none_text')} action={addButton} />
      ) : (
        <SortableList
          items={slides}
          keyOf={({ id }) => String(id)}
          nameOf={({ title_en, title_bn }) => pickText(title_en, title_bn)}
          onReorder={mayOrder ? saveOrder : undefined}
          label={t('slides.title')}
        >
          {(slide) => (
            <PictureRow
              path={officeHref('slide', slide.id)}
              title={pickText(slide.title_en, slide.title_bn)}
              picture={slide.shown && <Picture picture={slide.shown} sizes="7rem" lazy />}
            >
              <p>{pickText(slide.text_en, slide.text_bn)}</p>
              {!slide.active && <Chip tone="over">{t('slides.hidden')}</Chip>}
            </PictureRow>
          )}
        </SortableList>
      )}
    </>
  )
}
