import { useEffect, useRef, type FormEvent, type ReactNode } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '../../button.tsx'
import { TextArea, TextField } from '../../form/field.tsx'
import { formatValue } from '../format-value.ts'
import styles from './edit-form.module.css'
import { ActionBar } from '../record-page.tsx'
import type { Edit, Versioned } from './use-edit.ts'
import { formatWhen } from '../format-time.ts'

/** A form that edits one row, with its buttons at the end. `labels` name the fields when two versions are compared. */
export function EditForm<Row extends Versioned>({
  edit,
  labels,
  formatField,
  actions,
  isQuiet = false,
  children,
}: {
  edit: Edit<Row>
  /** Formats the value of a field when two versions are compared, if the plain value is not enough. */
  formatField?: ((field: keyof Row, value: unknown) => string | undefined) | undefined
  labels: Partial<Record<keyof Row, string>>
  /** Actions in addition to saving. */
  actions?: ReactNode
  /** Whether the buttons are hidden until something is changed, for pages whose main purpose is not editing. */
  isQuiet?: boolean
  children: ReactNode
}) {
  const { t } = useTranslator()
  const { errors } = edit
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current!.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [errors])
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void edit.save()
  }
  return (
    <form ref={form} className={styles.form} method="dialog" noValidate onSubmit={onSubmit}>
      {edit.otherVersion && (
        <BothVersions edit={edit} otherVersion={edit.otherVersion} labels={labels} formatField={formatField} />
      )}
      {children}
      <ActionBar hidden={isQuiet && !edit.isDirty && edit.state.kind === 'idle'}>
        <Button
          type="submit"
          isBusy={edit.state.kind === 'saving'}
          disabled={!edit.isDirty || edit.otherVersion !== null}
        >
          {t('edit.save')}
        </Button>
        {edit.isDirty && !edit.otherVersion && (
          <Button variant="quiet" onClick={edit.discard}>
            {t('edit.discard')}
          </Button>
        )}
        {actions}
        <SaveState edit={edit} labels={labels} />
      </ActionBar>
    </form>
  )
}

/** The save state beside the button, with the time. */
function SaveState<Row extends Versioned>({
  edit: { state, isDirty, otherVersion },
  labels,
}: {
  edit: Edit<Row>
  labels: Partial<Record<keyof Row, string>>
}) {
  const translator = useTranslator()
  const { t } = translator
  const isSaved = state.kind === 'saved' && !isDirty
  const includedFields =
    state.kind === 'saved' ? state.included.flatMap((field) => labels[field as keyof Row] ?? []) : []
  return (
    <p className={styles.state} role={state.kind === 'failed' ? 'alert' : 'status'} data-kind={state.kind}>
      {isSaved && t('edit.saved', { when: formatWhen(translator, new Date(state.at).toISOString()) })}
      {isSaved && includedFields.length > 0 && ` ${t('edit.included', { fields: includedFields.join(', ') })}`}
      {state.kind === 'failed' && !otherVersion && state.message}
      {isDirty && (state.kind === 'idle' || state.kind === 'saved') && !otherVersion && t('edit.unsaved')}
    </p>
  )
}

/** The fields that two users have changed, with both values. The user decides, for all or for each. */
export function BothVersions<Row extends Versioned>({
  edit,
  otherVersion,
  labels,
  formatField,
}: {
  edit: Edit<Row>
  otherVersion: Row
  formatField?: ((field: keyof Row, value: unknown) => string | undefined) | undefined
  labels: Partial<Record<keyof Row, string>>
}) {
  const { t } = useTranslator()
  const fields = edit.conflicts
  return (
    <section className={styles.both} role="alert" aria-label={t('edit.stale')}>
      <h2>{t('edit.stale')}</h2>
      <p>{t('edit.stale_text')}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('edit.field')}</th>
            <th scope="col">{t('edit.theirs')}</th>
            <th scope="col">{t('edit.mine')}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field}>
              <th scope="row">{labels[field] ?? t('edit.field')}</th>
              <td data-of={t('edit.theirs')}>
                {formatField?.(field, otherVersion[field]) ?? formatValue(otherVersion[field])}
                {fields.length > 1 && (
                  <div>
                    <Button variant="quiet" onClick={() => edit.takeOtherValue(field)}>
                      {t('edit.use_theirs')}
                      <span className="visually-hidden"> {labels[field]}</span>
                    </Button>
                  </div>
                )}
              </td>
              <td data-of={t('edit.mine')}>{formatField?.(field, edit.row[field]) ?? formatValue(edit.row[field])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="row-2">
        <Button variant="secondary" onClick={edit.takeOtherValues}>
          {t('edit.keep_theirs')}
        </Button>
        <Button variant="secondary" onClick={() => void edit.saveOwnValues()}>
          {t('edit.keep_mine')}
        </Button>
      </div>
    </section>
  )
}

type TextFieldsOf<Row> = { [Key in keyof Row]: Row[Key] extends string | null ? Key : never }[keyof Row] & string

/**
 * A text in both languages, side by side where there is space. If the translation is missing, a hint says that the site
 * shows English.
 */
export function BilingualField<Row extends Versioned>({
  edit,
  en,
  bn,
  label,
  rows,
  hint,
  maxLength,
}: {
  edit: Edit<Row>
  en: TextFieldsOf<Row>
  bn: TextFieldsOf<Row>
  label: string
  /** The number of lines of a multi-line text. */
  rows?: number
  hint?: string
  maxLength?: number
}) {
  const { t } = useTranslator()
  const isMissing = !edit.row[bn] && Boolean(edit.row[en])
  const sharedProps = { ...(maxLength && { maxLength }), ...(rows && { rows }) }
  const Input = rows ? TextArea : TextField
  return (
    <div className="pair">
      <Input label={t('edit.in_english', { label })} lang="en" hint={hint} {...sharedProps} {...edit.text(en)} />
      <Input
        label={t('edit.in_bangla', { label })}
        lang="bn"
        hint={isMissing ? t('edit.untranslated') : undefined}
        {...sharedProps}
        {...edit.text(bn)}
      />
    </div>
  )
}
