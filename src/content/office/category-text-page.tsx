import { useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { EditForm, BilingualField } from '#ui/office/edit/edit-form.tsx'
import { useEdit } from '#ui/office/edit/use-edit.ts'
import { getBilingualLabels, TextPage } from './text-page.tsx'
import type { OfficeCategory, TextsApi } from './texts-contract.ts'

/** The title and introduction of a post category. */
export const categoryTextPage: Page<TextsApi, OfficeCategory> = {
  load: ({ api, route }) => api.getCategoryText({ id: Number(route.params['id']) }),
  head: ({ title_en }) => ({ title: title_en, hidden: true }),
  View: CategoryView,
}

function CategoryView({ data }: { data: OfficeCategory }) {
  const { t, language } = useTranslator()
  const api = useApi<TextsApi>()
  const edit = useEdit<OfficeCategory>(data, {
    save: ({ path: _, ...form }) => api.saveCategoryText(form),
    load: () => api.getCategoryText({ id: data.id }),
    draft: `office category ${data.id}`,
  })
  const labels = getBilingualLabels(['title', t('texts.heading')], ['intro', t('texts.intro')])
  return (
    <TextPage
      title={(language === 'bn' && data.title_bn) || data.title_en}
      path={data.path}
      subject={`category ${data.id}`}
      version={edit.row.version}
    >
      <EditForm edit={edit} labels={labels(t)}>
        <BilingualField
          edit={edit}
          en="title_en"
          bn="title_bn"
          label={t('texts.heading')}
          hint={t('texts.heading_hint')}
        />
        <BilingualField
          edit={edit}
          en="intro_en"
          bn="intro_bn"
          label={t('texts.intro')}
          hint={t('texts.intro_hint')}
          rows={4}
        />
      </EditForm>
    </TextPage>
  )
}
