import {
  requestScopes,
  isCustomColumn,
  customColumns,
  registerColumns,
  type ColumnName,
} from '#content/register-columns.ts'
import { useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { SelectField } from '#ui/form/field.tsx'
import { EditForm, BilingualField } from '#ui/office/edit/edit-form.tsx'
import { RecordPage, RecordSection } from '#ui/office/record-page.tsx'
import { History } from '#ui/office/history.tsx'
import { NumberField } from '#ui/office/number-field.tsx'
import { toNumberOrText, type InputValue } from '#ui/form/number-input.ts'
import { useEdit, type Edit } from '#ui/office/edit/use-edit.ts'
import { officePages } from '#routes/office.ts'
import type { RegisterApi, RegisterSettings } from './contract.ts'
import styles from './register.module.css'

/** The settings page for the data that the register requests. */
export const registerSettingsPage: Page<RegisterApi, RegisterSettings> = {
  load: ({ api }) => api.getRegisterSettings({}),
  head: (_, { t }) => ({ title: t('settings.register'), hidden: true }),
  View: RegisterSettingsView,
}

type Row = Omit<RegisterSettings, 'copies_days'> & { copies_days: InputValue }

function RegisterSettingsView({ data }: { data: RegisterSettings }) {
  const { t, number } = useTranslator()
  const api = useApi<RegisterApi>()
  const edit = useEdit<Row>(data, {
    save: (row) => api.saveRegisterSettings({ ...row, copies_days: toNumberOrText(row.copies_days) as number }),
    load: () => api.getRegisterSettings({}),
    draft: 'office settings register',
  })
  return (
    <RecordPage
      back={{ to: officePages.settings, label: t('settings.title') }}
      about={t('settings.register_about')}
      title={t('settings.register')}
      state={null}
      aside={<History subject="settings register" version={edit.row.version} />}
    >
      <EditForm
        edit={edit}
        labels={Object.fromEntries([
          ['copies_days', t('register_questions.copies_days')],
          ...registerColumns.map(({ name }) => [`asked_${name}`, t(`guests.${name}`)]),
          ...customColumns.flatMap((name) => [
            [`${name}_en`, t('edit.in_english', { label: t(`guests.${name}`) })],
            [`${name}_bn`, t('edit.in_bangla', { label: t(`guests.${name}`) })],
          ]),
        ])}
        formatField={(field, value) =>
          field.startsWith('asked_') ? t(`register_questions.${value as 'nobody'}`) : undefined
        }
      >
        <RecordSection title={t('register_questions.title')}>
          <p className="small">{t('register_questions.text')}</p>
          <div className={styles.columns}>
            {registerColumns.map(
              ({ name }) =>
                !isCustomColumn(name) && <RuleField key={name} edit={edit} name={name} label={t(`guests.${name}`)} />,
            )}
          </div>
        </RecordSection>
        <RecordSection title={t('register_questions.own')}>
          <p className="small">{t('register_questions.own_text')}</p>
          {customColumns.map((name, index) => (
            <div key={name} className={styles.own}>
              <BilingualField
                edit={edit}
                en={`${name}_en`}
                bn={`${name}_bn`}
                label={t('register_questions.own_name', { number: number(index + 1) })}
                maxLength={60}
              />
              <RuleField
                edit={edit}
                name={name}
                label={t('register_questions.own_scope', { number: number(index + 1) })}
              />
            </div>
          ))}
        </RecordSection>
        <RecordSection title={t('register_questions.copies')}>
          <NumberField
            label={t('register_questions.copies_days')}
            hint={t('register_questions.copies_days_hint')}
            name="copies_days"
            value={edit.row.copies_days}
            error={edit.error('copies_days')}
            onValueChange={(copies_days) => edit.set({ copies_days })}
          />
        </RecordSection>
      </EditForm>
    </RecordPage>
  )
}

function RuleField({ edit, name, label }: { edit: Edit<Row>; name: ColumnName; label: string }) {
  const { t } = useTranslator()
  return (
    <SelectField label={label} {...edit.text(`asked_${name}`)}>
      {requestScopes.map((choice) => (
        <option key={choice} value={choice}>
          {t(`register_questions.${choice}`)}
        </option>
      ))}
    </SelectField>
  )
}
