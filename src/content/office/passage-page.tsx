import { navigate } from '#platform/pages/navigate.ts'
import { useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { useAddedPath } from '#ui/office/record-address.ts'
import { ConfirmedAction } from '#ui/office/confirmed-action.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { EditForm, BilingualField } from '#ui/office/edit/edit-form.tsx'
import { useEdit } from '#ui/office/edit/use-edit.ts'
import { href, type PageName } from '#routes/public.ts'
import { officeHref, officePages } from '#routes/office.ts'
import { isIllustrated, passagePages, type PassagePage } from '../fixed-passages.ts'
import { PictureField } from './picture-field.tsx'
import { usePassageTitle } from './passage-title.ts'
import { getBilingualLabels, TextPage } from './text-page.tsx'
import type { OfficePassage, TextsApi } from './texts-contract.ts'

/** The form that creates and edits a passage in both languages. */
export const passagePage: Page<TextsApi, OfficePassage> = {
  load: async ({ api, route }) =>
    route.params['id'] === 'new'
      ? createEmptyPassage(passagePages.find((page) => page === route.query.get('page')) ?? 'home')
      : api.getPassage({ id: route.params['id']! }),
  head: ({ id, title_en }, { t }) => ({
    title: id ? title_en || t('texts.welcome') : t('texts.new'),
    hidden: true,
  }),
  View: PassageView,
}

const publicPages = { home: 'home', trade: 'ourServices', service: 'service' } as const satisfies Record<
  PassagePage,
  PageName
>

const createEmptyPassage = (page: PassagePage): OfficePassage => ({
  id: '',
  page,
  has_text: true,
  in_place: false,
  version: 0,
  title_en: '',
  title_bn: '',
  text_en: '',
  text_bn: '',
  picture: '',
  has_picture: isIllustrated(page),
  shown: null,
})

function PassageView({ data }: { data: OfficePassage }) {
  const { t } = useTranslator()
  const api = useApi<TextsApi>()
  const mayRemove = useOffice().can('publish') && !data.in_place
  const getPassageTitle = usePassageTitle()
  const edit = useEdit<OfficePassage>(data, {
    save: ({ id, version, page, title_en, title_bn, text_en, text_bn, picture }) => {
      const fields = { title_en, title_bn, text_en, text_bn, picture }
      return id ? api.savePassage({ id, version, ...fields }) : api.addPassage({ page, ...fields })
    },
    load: () => api.getPassage({ id: data.id }),
    draft: `office passage ${data.id || `new ${data.page}`}`,
  })
  const { id, version } = edit.row
  useAddedPath(!data.id && id !== '' ? officeHref('passage', id) : null)
  const labels = getBilingualLabels(['title', t('texts.heading')], ['text', t('texts.text')])
  return (
    <TextPage
      title={data.id ? getPassageTitle(data) : t('texts.new')}
      path={href(publicPages[data.page])}
      subject={data.id ? `passage ${data.id}` : null}
      version={version}
    >
      {data.in_place && <p>{t('texts.is_fixed')}</p>}
      <EditForm
        edit={edit}
        labels={{ ...labels(t), picture: t('slides.picture') }}
        actions={data.id && mayRemove ? <RemovePassage passage={edit.row} /> : null}
      >
        <BilingualField edit={edit} en="title_en" bn="title_bn" label={t('texts.heading')} />
        {data.has_text && (
          <BilingualField
            edit={edit}
            en="text_en"
            bn="text_bn"
            label={t('texts.text')}
            hint={t('texts.text_hint')}
            rows={10}
          />
        )}
        {data.has_picture && (
          <PictureField
            label={t('slides.picture')}
            shown={edit.row.shown}
            error={edit.error('picture')}
            onChoose={(picture, shownPicture) => edit.set({ picture, shown: shownPicture })}
            {...(edit.row.picture && { onClear: () => edit.set({ picture: '', shown: null }) })}
          />
        )}
      </EditForm>
    </TextPage>
  )
}

/** Removes a passage permanently. Only the audit log keeps its text. */
function RemovePassage({ passage }: { passage: OfficePassage }) {
  const { t, language } = useTranslator()
  const api = useApi<TextsApi>()
  const getPassageTitle = usePassageTitle()
  return (
    <ConfirmedAction
      label={t('texts.remove')}
      title={t('texts.remove_title')}
      text={t('texts.remove_text', { title: getPassageTitle(passage) })}
      confirmLabel={t('texts.remove')}
      failed={t('office.offline')}
      onConfirm={async () => {
        await api.removePassage({ id: passage.id, version: passage.version })
        navigate(officePages.texts, language, 'replace')
      }}
    />
  )
}
