import type { ReactNode } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { CheckField } from '#ui/form/check-field.tsx'
import { SelectField, TextField } from '#ui/form/field.tsx'
import { DateField } from '#ui/office/date-field.tsx'
import { EditForm, BilingualField } from '#ui/office/edit/edit-form.tsx'
import { RecordSection } from '#ui/office/record-page.tsx'
import { NumberField } from '#ui/office/number-field.tsx'
import type { InputValue } from '#ui/form/number-input.ts'
import type { Edit, Versioned } from '#ui/office/edit/use-edit.ts'
import type { Translator } from '#locales/translator.ts'
import type { SettingField, FieldGroup } from './section-fields.ts'
import styles from './settings.module.css'

export type SectionValues = Versioned & Record<string, unknown>

export function SectionForm({
  edit,
  groups,
  labels,
  children,
}: {
  edit: Edit<SectionValues>
  groups: readonly FieldGroup[]
  /** Labels for fields outside of the field groups. */
  labels?: Record<string, string>
  children?: ReactNode
}) {
  const translator = useTranslator()
  const { t } = translator
  return (
    <EditForm edit={edit} labels={{ ...getFieldLabels(groups, translator), ...labels }}>
      {groups.map(({ title, hint, fields }) => (
        <RecordSection key={title} title={t(title)}>
          {hint && <p className="small">{t(hint)}</p>}
          <div className="stack-4">
            {fields.map((fieldOrRow) =>
              'kind' in fieldOrRow ? (
                <SectionField key={fieldOrRow.name} edit={edit} field={fieldOrRow} />
              ) : (
                <div key={fieldOrRow[0]!.name} className={styles.beside}>
                  {fieldOrRow.map((field) => (
                    <SectionField key={field.name} edit={edit} field={field} />
                  ))}
                </div>
              ),
            )}
          </div>
        </RecordSection>
      ))}
      {children}
    </EditForm>
  )
}

function getFieldLabels(groups: readonly FieldGroup[], { t }: Translator): Record<string, string> {
  return Object.fromEntries(
    groups
      .flatMap(({ fields }) => fields.flat())
      .flatMap(({ kind, name, label }) =>
        kind === 'both'
          ? [
              [`${name}_en`, t('edit.in_english', { label: t(label) })],
              [`${name}_bn`, t('edit.in_bangla', { label: t(label) })],
            ]
          : [[name, t(label)]],
      ),
  )
}

function SectionField({
  edit,
  field: { kind, name, label, hint, rows, inputMode },
}: {
  edit: Edit<SectionValues>
  field: SettingField
}) {
  const { t } = useTranslator()
  const texts = { label: t(label), hint: hint && t(hint) }
  const getTextProps = edit.text as unknown as (
    field: string,
  ) => ReturnType<Edit<{ version: number; text: string }>['text']>
  switch (kind) {
    case 'both':
      return (
        <BilingualField
          edit={edit as unknown as Edit<Versioned & Record<`${string}_en` | `${string}_bn`, string>>}
          en={`${name}_en`}
          bn={`${name}_bn`}
          label={texts.label}
          {...(texts.hint && { hint: texts.hint })}
          {...(rows && { rows })}
        />
      )
    case 'number':
      return (
        <NumberField
          {...texts}
          name={name}
          value={edit.row[name] as InputValue}
          error={edit.error(name)}
          onValueChange={(value) => edit.set({ [name]: value })}
        />
      )
    case 'day':
      return <DateField {...texts} {...getTextProps(name)} />
    case 'flag':
      return (
        <CheckField
          label={texts.label}
          hint={texts.hint ?? ''}
          name={name}
          checked={edit.row[name] === true}
          onChange={({ currentTarget }) => edit.set({ [name]: currentTarget.checked })}
        />
      )
    case 'language':
      return (
        <SelectField {...texts} {...getTextProps(name)}>
          <option value="en">{t('settings.english')}</option>
          <option value="bn">{t('settings.bangla')}</option>
        </SelectField>
      )
    case 'zone':
      return (
        <>
          <TextField {...texts} {...getTextProps(name)} list="time-zones" autoComplete="off" spellCheck={false} />
          <datalist id="time-zones">
            {Intl.supportedValuesOf('timeZone').map((zone) => (
              <option key={zone} value={zone}>
                {zone}
              </option>
            ))}
          </datalist>
        </>
      )
    default:
      return <TextField {...texts} {...getTextProps(name)} {...(inputMode && { inputMode })} autoComplete="off" />
  }
}
