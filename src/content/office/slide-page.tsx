import { navigate } from '#platform/pages/navigate.ts'
import { useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { CheckField } from '#ui/form/check-field.tsx'
import { TextField } from '#ui/form/field.tsx'
import { useAddedPath } from '#ui/office/record-address.ts'
import { ConfirmedAction } from '#ui/office/confirmed-action.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { EditForm, BilingualField } from '#ui/office/edit/edit-form.tsx'
import { RecordPage, RecordSection } from '#ui/office/record-page.tsx'
import { History } from '#ui/office/history.tsx'
import { useEdit } from '#ui/office/edit/use-edit.ts'
import { officeHref, officePages } from '#routes/office.ts'
import { PictureField } from './picture-field.tsx'
import type { OfficeSlide, SlidesApi } from './slides-contract.ts'

/** The form that creates and edits a slide of the home page. */
export const slidePage: Page<SlidesApi, OfficeSlide> = {
  load: async ({ api, route }) =>
    route.params['id'] === 'new' ? newSlide : api.getSlide({ id: Number(route.params['id']) }),
  head: (slide, { t }) => ({ title: slide.id ? slide.title_en : t('slides.new'), hidden: true }),
  View: SlideView,
}

const newSlide: OfficeSlide = {
  id: 0,
  version: 0,
  picture: '',
  shown: null,
  title_en: '',
  title_bn: '',
  text_en: '',
  text_bn: '',
  link_path: '/',
  link_label_en: '',
  link_label_bn: '',
  active: false,
}

function SlideView({ data }: { data: OfficeSlide }) {
  const { t, language } = useTranslator()
  const api = useApi<SlidesApi>()
  const mayPublish = useOffice().can('publish')
  const edit = useEdit<OfficeSlide>(data, {
    save: ({ shown: _, id, version, ...form }) => (id ? api.saveSlide({ id, version, ...form }) : api.addSlide(form)),
    load: () => api.getSlide({ id: data.id }),
    draft: `office slide ${data.id}`,
  })
  const { id, shown: shownPicture, active, version } = edit.row
  useAddedPath(data.id === 0 && id !== 0 ? officeHref('slide', id) : null)
  const fields = [
    ['title', t('slides.slide_title')],
    ['text', t('slides.text')],
    ['link_label', t('slides.link_label')],
  ] as const
  const labels = {
    picture: t('slides.picture'),
    link_path: t('slides.link_path'),
    active: t('slides.active'),
    ...Object.fromEntries(
      fields.flatMap(([name, label]) => [
        [`${name}_en`, t('edit.in_english', { label })],
        [`${name}_bn`, t('edit.in_bangla', { label })],
      ]),
    ),
  }
  return (
    <RecordPage
      back={{ to: officePages.slides, label: t('slides.title') }}
      about={t('slides.about')}
      title={data.id ? (language === 'bn' && data.title_bn) || data.title_en : t('slides.new')}
      state={!mayPublish && data.active ? t('slides.read_only') : null}
      aside={data.id ? <History subject={`slide ${data.id}`} version={version} /> : null}
    >
      <EditForm edit={edit} labels={labels} actions={data.id ? <RemoveSlide slide={edit.row} /> : null}>
        <PictureField
          label={t('slides.picture')}
          shown={shownPicture}
          error={edit.error('picture')}
          onChoose={(picture, chosenPicture) => edit.set({ picture, shown: chosenPicture })}
        />
        <RecordSection title={t('slides.texts')}>
          <div className="stack-4">
            <BilingualField edit={edit} en="title_en" bn="title_bn" label={t('slides.slide_title')} />
            <BilingualField edit={edit} en="text_en" bn="text_bn" label={t('slides.text')} rows={3} />
          </div>
        </RecordSection>
        <RecordSection title={t('slides.link')}>
          <div className="stack-4">
            <TextField
              label={t('slides.link_path')}
              hint={t('slides.link_path_hint')}
              inputMode="url"
              autoComplete="off"
              {...edit.text('link_path')}
            />
            <BilingualField edit={edit} en="link_label_en" bn="link_label_bn" label={t('slides.link_label')} />
          </div>
        </RecordSection>
        <CheckField
          label={t('slides.active')}
          hint={t(mayPublish ? 'slides.active_hint' : 'slides.cannot_publish')}
          name="active"
          checked={active}
          disabled={!mayPublish}
          onChange={({ currentTarget }) => edit.set({ active: currentTarget.checked })}
        />
      </EditForm>
    </RecordPage>
  )
}

/** Removes a slide permanently. Only the audit log keeps its text. */
function RemoveSlide({ slide: { id, version, title_en, title_bn } }: { slide: OfficeSlide }) {
  const { t, language } = useTranslator()
  const api = useApi<SlidesApi>()
  return (
    <ConfirmedAction
      label={t('slides.remove')}
      title={t('slides.remove_title')}
      text={t('slides.remove_text', { title: (language === 'bn' && title_bn) || title_en })}
      confirmLabel={t('slides.remove')}
      failed={t('office.offline')}
      onConfirm={async () => {
        await api.removeSlide({ id, version })
        navigate(officePages.slides, language, 'replace')
      }}
    />
  )
}
