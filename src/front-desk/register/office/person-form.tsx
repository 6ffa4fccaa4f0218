import { useState } from 'react'
import { useApi, useWords } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { AskedAct } from '#ui/office/asked-act.tsx'
import { useDesk } from '#ui/office/desk.ts'
import { useToast } from '#ui/toast.tsx'
import { countriesIn } from './country-name.ts'
import { askedOf, papers, sexes } from '../columns.ts'
import { columnTitle } from './column-title.ts'
import type { RegisterApi, RegisterColumn, RegisterPerson, RegisterRoom } from './contract.ts'
import styles from './register.module.css'

/** What is asked of somebody. Of whoever comes from another country more, as soon as it is said which. */
export function PersonForm({
  columns,
  room,
  person,
  onDone,
}: {
  columns: readonly RegisterColumn[]
  room: RegisterRoom
  /** Null: somebody new. */
  person: RegisterPerson | null
  onDone: () => void
}) {
  const { t, language } = useWords()
  const api = useApi<RegisterApi>()
  const desk = useDesk()
  const say = useToast()
  const [nationality, setNationality] = useState(person?.nationality ?? '')
  const asked = askedOf(columns, nationality)
  const { form, busy, error, failure } = useForm(
    async ({ text, once, orUnsure }) => {
      const said = Object.fromEntries(asked.map(({ name }) => [name, text(name)])) as Partial<RegisterPerson>
      const sent = { ...said, booking: room.booking, name: text('name'), nationality } as Sent
      if (person) {
        const { id, version } = person
        desk.show(await orUnsure(api.changeRegistration({ ...sent, id, version })))
      } else desk.show(await once(api.registerPerson, sent))
      say(t('guests.saved'))
      onDone()
    },
    { again: true },
  )
  return (
    <div className={styles.dialog}>
      <form {...form} className={styles.form}>
        <TextField
          label={t('guests.name')}
          name="name"
          maxLength={120}
          autoComplete="off"
          defaultValue={person?.name}
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
          {countriesIn(language).map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        {asked.map((column) => (
          <ColumnField
            key={column.name}
            column={column}
            value={person?.[column.name] ?? ''}
            error={error(column.name)}
          />
        ))}
        {failure && <Failure>{failure}</Failure>}
        <Button type="submit" busy={busy}>
          {t('guests.register')}
        </Button>
      </form>
      {person && (
        <AskedAct
          label={t('guests.remove')}
          title={t('guests.remove_title', { name: person.name })}
          text={t('guests.remove_text')}
          yes={t('guests.remove_yes')}
          failed={t('guests.failed')}
          act={async () => {
            desk.show(await api.removeRegistration({ id: person.id, version: person.version }))
            say(t('guests.removed'))
            onDone()
          }}
        />
      )}
    </div>
  )
}

type Sent = Parameters<RegisterApi['registerPerson']>[0]

/** A text, a day, or one of a few. */
function ColumnField({ column, value, error }: { column: RegisterColumn; value: string; error: string | undefined }) {
  const { t } = useWords()
  const { name, kind } = column
  const common = { label: columnTitle(column, t), name, defaultValue: value, error }
  if (kind === 'text') return <TextField {...common} maxLength={MAX_LENGTH[name] ?? 120} autoComplete="off" />
  if (kind === 'day') return <TextField {...common} type="date" />
  return (
    <SelectField {...common}>
      {(kind === 'sex' ? sexes : papers).map((each) => (
        <option key={each} value={each}>
          {each === '' ? t('guests.choose') : kind === 'sex' ? sexWord(each) : paperWord(each)}
        </option>
      ))}
    </SelectField>
  )

  function sexWord(sex: string): string {
    return t(`guests.sex_${sex as 'female'}`)
  }
  function paperWord(paper: string): string {
    return t(`guests.paper_${paper as 'passport'}`)
  }
}

/** As the contract bounds them. */
const MAX_LENGTH: Partial<Record<RegisterColumn['name'], number>> = {
  id_number: 40,
  visa_number: 40,
  visa_kind: 40,
  home_address: 200,
}
