import { useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/form/field.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { EditForm } from '#ui/office/edit/edit-form.tsx'
import { Fact, Facts, RecordPage, RecordSection } from '#ui/office/record-page.tsx'
import { History } from '#ui/office/history.tsx'
import { useEdit } from '#ui/office/edit/use-edit.ts'
import { officePages } from '#routes/office.ts'
import styles from './settings.module.css'
import type { OfficeLabel, TextsApi } from './texts-contract.ts'

/** One message with its default text and the custom text of the company. */
export const labelPage: Page<TextsApi, OfficeLabel> = {
  load: ({ api, place }) => api.getLabel({ key: place.params['key']! }),
  head: ({ product_en }) => ({ title: product_en, hidden: true }),
  View: LabelView,
}

function LabelView({ data }: { data: OfficeLabel }) {
  const { t } = useTranslator()
  const api = useApi<TextsApi>()
  const mayPublish = useOffice().may('publish')
  const edit = useEdit<OfficeLabel>(data, {
    save: ({ key, version, own_en, own_bn }) => api.saveLabel({ key, version, own_en, own_bn }),
    load: () => api.getLabel({ key: data.key }),
    draft: `office label ${data.key}`,
  })
  const { own_en, own_bn } = edit.row
  const labels = {
    own_en: t('edit.in_english', { label: t('labels.own_text') }),
    own_bn: t('edit.in_bangla', { label: t('labels.own_text') }),
  }
  const placeholders = [...new Set(data.product_en.match(/\{\w+\}/g))].join(', ')
  return (
    <RecordPage
      back={{ to: officePages.labels, label: t('labels.title') }}
      about={data.key}
      title={data.product_en}
      state={mayPublish ? null : t('texts.read_only')}
      aside={<History subject={`label ${data.key}`} version={edit.row.version} />}
    >
      <RecordSection title={t('labels.standard')}>
        <Facts>
          <Fact name={t('settings.english')}>
            <span lang="en">{data.product_en}</span>
          </Fact>
          <Fact name={t('settings.bangla')}>
            <span lang="bn">{data.product_bn}</span>
          </Fact>
        </Facts>
      </RecordSection>
      <EditForm
        edit={edit}
        labels={labels}
        actions={
          own_en || own_bn ? (
            <Button look="quiet" onClick={() => edit.set({ own_en: '', own_bn: '' })}>
              {t('labels.restore')}
            </Button>
          ) : null
        }
      >
        <RecordSection title={t('labels.own_text')}>
          <p className="small">
            {t('labels.own_hint')} {placeholders && t('labels.placeholders', { places: placeholders })}
          </p>
          <div className={styles.beside}>
            <TextArea label={labels.own_en} lang="en" rows={3} {...edit.text('own_en')} />
            <TextArea label={labels.own_bn} lang="bn" rows={3} {...edit.text('own_bn')} />
          </div>
        </RecordSection>
      </EditForm>
    </RecordPage>
  )
}
