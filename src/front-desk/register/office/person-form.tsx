import { useLayoutEffect, useState } from 'react'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/form/field.tsx'
import { DateField } from '#ui/office/date-field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { ConfirmedAction } from '#ui/office/confirmed-action.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { useToast } from '#ui/toast.tsx'
import { listCountries } from './country-name.ts'
import { filterColumnsByNationality, documentKinds, listMissingColumns, sexes } from '../columns.ts'
import { formatColumnTitle } from './column-title.ts'
import type { RegisterApi, RegisterColumn, RegisterPerson, RegisterRoom } from './contract.ts'
import styles from './register.module.css'

/** The form for one guest. Shows more fields as soon as a foreign nationality is selected. */
export function PersonForm({
  columns,
  room,
  person,
  onDone,
}: {
  columns: readonly RegisterColumn[]
  room: RegisterRoom
  /** Null for a new person. */
  person: RegisterPerson | null
  onDone: () => void
}) {
  const { t, language } = useTranslator()
  const api = useApi<RegisterApi>()
  const office = useOffice()
  const showToast = useToast()
  const [nationality, setNationality] = useState(person?.nationality ?? '')
  const visibleColumns = filterColumnsByNationality(columns, nationality)
  const { form, isBusy, error, failure } = useForm(
    async ({ text, sendOnce, reportLostResponse }) => {
      const values = Object.fromEntries(visibleColumns.map(({ name }) => [name, text(name)])) as Partial<RegisterPerson>
      const request = { ...values, booking: room.booking, name: text('name'), nationality } as RegistrationRequest
      if (person) {
        const { id, version } = person
        await reportLostResponse(api.changeRegistration({ ...request, id, version }))
      } else await sendOnce(api.registerPerson, request)
      void office.refresh()
      showToast(t('guests.saved'))
      onDone()
    },
    { isRepeatable: true },
  )
  const firstMissingColumn = person?.nationality ? listMissingColumns(columns, person)[0]?.name : 'nationality'
  // The dialog focuses the element with this attribute when it opens.
  useLayoutEffect(() => {
    if (firstMissingColumn)
      form.ref.current?.querySelector(`[name=${firstMissingColumn}]`)?.setAttribute('autofocus', '')
  }, [firstMissingColumn, form.ref])
  return (
    <div className="stack-4 left">
      <form {...form} className={styles.form}>
        <TextField
          label={t('guests.name')}
          name="name"
          maxLength={120}
          autoComplete="off"
          // The first person is usually the guest who booked.
          defaultValue={person ? person.name : room.persons.length === 0 ? room.guest : ''}
          error={error('name')}
        />
        <SelectField
          label={t('guests.nationality')}
          name="nationality"
          value={nationality}
          onChange={({ currentTarget }) => setNationality(currentTarget.value)}
          error={error('nationality')}
        >
          <option value="">{t('guests.choose')}</option>
          {listCountries(language).map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        {visibleColumns.map((column) => (
          <ColumnField
            key={column.name}
            column={column}
            value={person?.[column.name] ?? ''}
            error={error(column.name)}
          />
        ))}
        {failure && <Failure>{failure}</Failure>}
        <Button type="submit" isBusy={isBusy}>
          {t('guests.register')}
        </Button>
      </form>
      {person && (
        <ConfirmedAction
          label={t('guests.remove')}
          title={t('guests.remove_title', { name: person.name })}
          text={t('guests.remove_text')}
          confirmLabel={t('guests.remove_submit')}
          failed={t('guests.failed')}
          onConfirm={async () => {
            await api.removeRegistration({ id: person.id, version: person.version })
            void office.refresh()
            showToast(t('guests.removed'))
            onDone()
          }}
        />
      )}
    </div>
  )
}

type RegistrationRequest = Parameters<RegisterApi['registerPerson']>[0]

/** A field of the register: a text, a date or a choice. */
function ColumnField({ column, value, error }: { column: RegisterColumn; value: string; error: string | undefined }) {
  const { t } = useTranslator()
  const { name, kind } = column
  const fieldProps = { label: formatColumnTitle(column, t), name, defaultValue: value, error }
  if (kind === 'text') return <TextField {...fieldProps} maxLength={MAX_LENGTHS[name] ?? 120} autoComplete="off" />
  if (kind === 'day') return <DateField {...fieldProps} />
  return (
    <SelectField {...fieldProps}>
      {(kind === 'sex' ? sexes : documentKinds).map((choice) => (
        <option key={choice} value={choice}>
          {choice === '' ? t('guests.choose') : kind === 'sex' ? formatSexLabel(choice) : formatDocumentLabel(choice)}
        </option>
      ))}
    </SelectField>
  )

  function formatSexLabel(sex: string): string {
    return t(`guests.sex_${sex as 'female'}`)
  }
  function formatDocumentLabel(documentType: string): string {
    return t(`guests.id_type_${documentType as 'passport'}`)
  }
}

/** The limits of the contract. */
const MAX_LENGTHS: Partial<Record<RegisterColumn['name'], number>> = {
  id_number: 40,
  visa_number: 40,
  visa_kind: 40,
  home_address: 200,
}
