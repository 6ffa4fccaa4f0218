import { useApi, useWords, type Page } from '../../platform/pages/page.tsx'
import { EditForm, InBoth } from '../../ui/office/edit-form.tsx'
import { useEdit } from '../../ui/office/use-edit.ts'
import { href } from '../../urls.ts'
import { labelsOf, TextFile } from './text-file.tsx'
import type { OfficePassage, TextsApi } from './texts-contract.ts'

/** A passage of a page, in both languages. */
export const passagePage: Page<TextsApi, OfficePassage> = {
  load: ({ api, place }) => api.getPassage({ id: place.params['id']! }),
  head: ({ title_en }) => ({ title: title_en, hidden: true }),
  View: PassageView,
}

function PassageView({ data }: { data: OfficePassage }) {
  const { t } = useWords()
  const api = useApi<TextsApi>()
  const edit = useEdit<OfficePassage>(data, {
    save: ({ page: _, has_text: __, ...form }) => api.savePassage(form),
    load: () => api.getPassage({ id: data.id }),
    draft: `office passage ${data.id}`,
  })
  const labels = labelsOf(['title', t('texts.heading')], ['text', t('texts.text')])
  return (
    <TextFile
      data={data}
      path={data.page === 'service' ? href('service') : href('home')}
      subject={`passage ${data.id}`}
      version={edit.row.version}
    >
      <EditForm edit={edit} labels={labels(t)}>
        <InBoth edit={edit} en="title_en" bn="title_bn" label={t('texts.heading')} />
        {data.has_text && (
          <InBoth edit={edit} en="text_en" bn="text_bn" label={t('texts.text')} hint={t('texts.text_hint')} rows={10} />
        )}
      </EditForm>
    </TextFile>
  )
}
