import { useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { CheckField } from '#ui/form/check-field.tsx'
import { readRecordId, useAddedPath } from '#ui/office/record-address.ts'
import { EditForm, BilingualField } from '#ui/office/edit/edit-form.tsx'
import { RecordPage, RecordSection } from '#ui/office/record-page.tsx'
import { History } from '#ui/office/history.tsx'
import { useEdit } from '#ui/office/edit/use-edit.ts'
import { officeHref, officePages } from '#routes/office.ts'
import { pickLocalizedName } from '#locales/localized-name.ts'
import type { CannedAnswer, InboxApi } from './contract.ts'

/** The form that creates and edits a canned answer. */
export const cannedAnswerPage: Page<InboxApi, CannedAnswer> = {
  async load({ api, route }) {
    if (route.params['id'] === 'new') return newCannedAnswer
    return api.getCannedAnswer({ id: readRecordId(route) })
  },
  head: (cannedAnswer, { t, language }) => ({
    title: pickLocalizedName(language, cannedAnswer) || t('canned.new'),
    hidden: true,
  }),
  View: CannedAnswerView,
}

const newCannedAnswer: CannedAnswer = {
  id: 0,
  version: 0,
  name_en: '',
  name_bn: '',
  text_en: '',
  text_bn: '',
  active: true,
}

function CannedAnswerView({ data }: { data: CannedAnswer }) {
  const { t, language } = useTranslator()
  const api = useApi<InboxApi>()
  const edit = useEdit<CannedAnswer>(data, {
    save: ({ id, version, ...row }) => (id ? api.saveCannedAnswer({ id, version, ...row }) : api.addCannedAnswer(row)),
    load: () => api.getCannedAnswer({ id: data.id }),
    draft: `office canned ${data.id}`,
  })
  const { id, version, active } = edit.row
  useAddedPath(data.id === 0 && id !== 0 ? officeHref('cannedAnswer', id) : null)
  const [name, text] = [t('canned.name'), t('canned.text')]
  const labels = {
    name_en: t('edit.in_english', { label: name }),
    name_bn: t('edit.in_bangla', { label: name }),
    text_en: t('edit.in_english', { label: text }),
    text_bn: t('edit.in_bangla', { label: text }),
    active: t('canned.active'),
  }
  return (
    <RecordPage
      back={{ to: officePages.cannedAnswers, label: t('canned.title') }}
      about={t('canned.one')}
      title={pickLocalizedName(language, data) || t('canned.new')}
      state={null}
      aside={data.id ? <History subject={`canned ${data.id}`} version={version} /> : null}
    >
      <EditForm edit={edit} labels={labels}>
        <RecordSection title={t('canned.texts')}>
          <BilingualField edit={edit} en="name_en" bn="name_bn" label={name} maxLength={80} />
          <BilingualField
            edit={edit}
            en="text_en"
            bn="text_bn"
            label={text}
            rows={10}
            maxLength={4_000}
            hint={t('canned.hint')}
          />
          <CheckField
            label={labels.active}
            hint={t('canned.active_hint')}
            name="active"
            checked={active}
            onChange={({ currentTarget }) => edit.set({ active: currentTarget.checked })}
          />
        </RecordSection>
      </EditForm>
    </RecordPage>
  )
}
