import { useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { getGrantKey } from '#ui/office/describe-changes.ts'
import { useOffice } from '#ui/office/office-context.ts'
import { Chip, RecordSection } from '#ui/office/record-page.tsx'
import { ListHead, Rows } from '#ui/office/list.tsx'
import { formatWhen } from '#ui/office/format-time.ts'
import { useToast } from '#ui/toast.tsx'
import { officeHref } from '#routes/office.ts'
import type { Language } from '#routes/public.ts'
import { pickLocalizedName } from '#locales/localized-name.ts'
import type { Translator } from '#locales/translator.ts'
import type { Colleague, Team, TeamApi } from './team-contract.ts'
import { RoleChoice } from './role-choice.tsx'
import styles from './team-page.module.css'

/** The team, its roles and the invitation form. */
export const teamPage: Page<TeamApi, Team> = {
  load: ({ api }) => api.getTeam({}),
  head: (_, { t }) => ({ title: t('team.title'), hidden: true }),
  View: TeamView,
}

function TeamView({ data: { people, roles } }: { data: Team }) {
  const translator = useTranslator()
  const { t, count } = translator
  return (
    <>
      <ListHead title={t('team.title')} />
      <div className="stack-5">
        <Rows
          columns={{
            title: t('role.name'),
            about: t('team.email'),
            small: t('sign_in.security'),
            end: t('team.role'),
          }}
          rows={people.map((person) => ({
            path: officeHref('colleague', person.id),
            title: person.name || person.email,
            about: person.name && person.email,
            small: formatActivity(person, translator),
            end: <span className="light">{person.role_name ?? t('office.role_owner')}</span>,
            chip: person.state !== 'active' && (
              <Chip tone={person.state === 'invited' ? 'waits' : 'over'}>{t(`team.${person.state}`)}</Chip>
            ),
          }))}
        />
        <Invite roles={roles} />
        <RecordSection title={t('role.title')}>
          <Rows
            columns={{ title: t('role.name'), about: t('role.grants'), end: t('team.title') }}
            rows={roles.map((role) => ({
              path: officeHref('role', role.id),
              title: pickLocalizedName(translator.language, role),
              about: count('role.grant_count', role.grants.length),
              text: role.grants.map((grant) => t(getGrantKey(grant))).join(' · '),
              end: <span className="small light">{count('role.people', role.people)}</span>,
            }))}
          />
          <p>
            <ButtonLink variant="secondary" to={officeHref('role', 0)}>
              {t('role.add')}
            </ButtonLink>
          </p>
        </RecordSection>
      </div>
    </>
  )
}

const formatActivity = ({ state, seen_at, has_factor }: Colleague, translator: Translator): string =>
  state === 'invited'
    ? ''
    : [
        translator.t(has_factor ? 'team.has_factor' : 'team.no_factor'),
        seen_at ? translator.t('team.seen', { when: formatWhen(translator, seen_at) }) : translator.t('team.not_seen'),
      ].join(', ')

function Invite({ roles }: { roles: Team['roles'] }) {
  const { t, language } = useTranslator()
  const api = useApi<TeamApi>()
  const office = useOffice()
  const toast = useToast()
  const { form, isBusy, failure, error } = useForm(
    async ({ text, form: element }) => {
      const role = text('staff_role')
      const email = text('email')
      const invitation = { email, staff_role: role ? Number(role) : null, language: text('language') as Language }
      office.show(await api.inviteColleague(invitation))
      element.reset()
      toast(t('team.sent', { email }))
    },
    { isRepeatable: true },
  )
  return (
    <RecordSection title={t('team.invite')}>
      <p>{t('team.invite_text')}</p>
      <form {...form} className={styles.form}>
        <TextField label={t('team.email')} name="email" type="email" autoComplete="off" error={error('email')} />
        <RoleChoice roles={roles} defaultValue={roles[0]?.id ?? null} error={error('staff_role')} />
        <SelectField label={t('team.language')} name="language" defaultValue={language}>
          <option value="en">English</option>
          <option value="bn">বাংলা</option>
        </SelectField>
        {failure && <Failure>{failure}</Failure>}
        <Button type="submit" variant="secondary" isBusy={isBusy}>
          {t('team.send')}
        </Button>
      </form>
    </RecordSection>
  )
}
