import { useState, type ReactNode } from 'react'
import { navigate } from '#platform/pages/navigate.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { TextArea } from '#ui/form/field.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { ActionForm } from '#ui/office/action-form.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { Chip, Fact, Facts, RecordPage, RecordSection } from '#ui/office/record-page.tsx'
import { CustomerFact } from '../../customers/office/customer-fact.tsx'
import { ContactLinks } from '#ui/office/contact-links.tsx'
import { formatWhen } from '#ui/office/format-time.ts'
import { useToast } from '#ui/toast.tsx'
import { saveFile } from '#ui/paper/save-file.ts'
import { officePages } from '#routes/office.ts'
import type { PeopleApi, Person } from './people-contract.ts'

/** A member or a guest, with the actions of the office. `aside` shows data from other slices. */
export function PersonRecord({
  person,
  aside,
  onChanged,
}: {
  person: Person
  aside: ReactNode
  onChanged: (person: Person) => unknown
}) {
  const translator = useTranslator()
  const { t } = translator
  const api = useApi<PeopleApi>()
  const { can } = useOffice()
  const { id, kind, is_suspended } = person
  const name = person.name || person.email
  const [isOpen, setOpen] = useState(is_suspended)
  return (
    <RecordPage
      back={{ to: officePages.people, label: t('people.title') }}
      about={t(`people.${kind}`)}
      title={name}
      state={is_suspended && <Chip tone="over">{t('team.suspended')}</Chip>}
      aside={aside}
    >
      <Facts>
        {person.company_name && <Fact name={t('people.company')}>{person.company_name}</Fact>}
        <CustomerFact customer={person.customer} buyer={{ ...person, company: person.company_name }} />
        <ContactLinks email={person.email} isConfirmed={person.is_confirmed} phone={person.phone} subject="" />
        {person.username && <Fact name={t('sign_in.username')}>{person.username}</Fact>}
        <Fact name={t('office.language')}>{t(`office.language_${person.language}`)}</Fact>
        <Fact name={t('people.registered')}>{t('people.since', { when: formatWhen(translator, person.since) })}</Fact>
      </Facts>
      {can('manage people') && (
        <RecordSection title={t('team.actions')}>
          <div className="row-3">
            {kind === 'member' && !is_suspended && (
              <ActionForm
                label={t('people.reset')}
                done={t('team.reset_sent', { email: person.email })}
                onSubmit={async () => onChanged(await api.sendPersonReset({ id }))}
              />
            )}
            <ActionForm
              label={t('team.end_sessions')}
              done={t('team.sessions_ended', { name })}
              onSubmit={async () => onChanged(await api.endPersonSessions({ id }))}
            />
            <Export id={id} />
          </div>
          <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
            <summary>{t(kind === 'member' ? 'people.close_member' : 'people.erase')}</summary>
            <div className="stack-3">
              {kind === 'member' && (
                <>
                  <p>
                    {!is_suspended && t('team.suspend_text')} {t('people.suspend_notice', { email: person.email })}
                  </p>
                  <ActionForm
                    label={t(is_suspended ? 'team.restore' : 'team.suspend')}
                    done={t(is_suspended ? 'team.was_restored' : 'team.was_suspended', { name })}
                    onSubmit={async ({ text }) =>
                      onChanged(await api.suspendPerson({ id, suspended: !is_suspended, message: text('message') }))
                    }
                  >
                    {(error) => (
                      <TextArea
                        // The message of a suspension must not stay in the form for the restoration.
                        key={String(is_suspended)}
                        label={t('request.message', { language: t(`office.in_${person.language}`) })}
                        hint={t('request.message_hint')}
                        name="message"
                        rows={3}
                        maxLength={500}
                        error={error('message')}
                      />
                    )}
                  </ActionForm>
                </>
              )}
              <p>{t('people.erase_text')}</p>
              <Erase id={id} name={name} />
            </div>
          </details>
        </RecordSection>
      )}
    </RecordPage>
  )
}

function Export({ id }: { id: number }) {
  const { t } = useTranslator()
  const api = useApi<PeopleApi>()
  const { form, isBusy, failure } = useForm(
    async () => saveFile(`person-${id}.json`, new Blob([JSON.stringify(await api.getPersonData({ id }), null, 2)])),
    { isRepeatable: true },
  )
  return (
    <form {...form}>
      {failure && <Failure>{failure}</Failure>}
      <Button type="submit" variant="secondary" isBusy={isBusy}>
        {t('people.export')}
      </Button>
    </form>
  )
}

/** Asks for confirmation because erasing cannot be undone. */
function Erase({ id, name }: { id: number; name: string }) {
  const { t, language } = useTranslator()
  const api = useApi<PeopleApi>()
  const toast = useToast()
  const [isOpen, setIsOpen] = useState(false)
  const { form, isBusy, failure } = useForm(
    async () => {
      const { message } = await api.erasePerson({ id })
      toast(message)
      navigate(officePages.people, language, 'replace')
    },
    { isRepeatable: true },
  )
  return (
    <>
      <p>
        <Button variant="quiet" onClick={() => setIsOpen(true)}>
          {t('people.erase')}
        </Button>
      </p>
      <Dialog open={isOpen} title={t('people.erase_title', { name })} tone="warning" onClose={() => setIsOpen(false)}>
        <p>{t('people.erase_text')}</p>
        <form {...form}>
          {failure && <Failure>{failure}</Failure>}
          <Button type="submit" variant="secondary" isBusy={isBusy}>
            {t('people.erase_submit')}
          </Button>
        </form>
      </Dialog>
    </>
  )
}
