import { useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { ActionForm } from '#ui/office/action-form.tsx'
import { Chip, Fact, Facts, RecordPage, RecordSection } from '#ui/office/record-page.tsx'
import { formatWhen } from '#ui/office/format-time.ts'
import { officePages } from '#routes/office.ts'
import type { ColleagueDetails, TeamApi } from './team-contract.ts'
import { RoleChoice } from './role-choice.tsx'

/** The page of a staff member: the role, and the actions of the owner. */
export const colleaguePage: Page<TeamApi, ColleagueDetails> = {
  load: ({ api, route }) => api.getColleague({ id: Number(route.params['id']) }),
  head: ({ colleague }) => ({ title: colleague.name || colleague.email, hidden: true }),
  View: ColleagueView,
}

function ColleagueView({ data: { colleague, roles } }: { data: ColleagueDetails }) {
  const translator = useTranslator()
  const { t } = translator
  const api = useApi<TeamApi>()
  const { id, state } = colleague
  const name = colleague.name || colleague.email
  return (
    <RecordPage
      back={{ to: officePages.team, label: t('team.title') }}
      about={colleague.role_name ?? t('office.role_owner')}
      title={name}
      state={state !== 'active' && <Chip tone={state === 'invited' ? 'waits' : 'over'}>{t(`team.${state}`)}</Chip>}
    >
      <Facts>
        <Fact name={t('office.email')}>{colleague.email}</Fact>
        {colleague.username && <Fact name={t('sign_in.username')}>{colleague.username}</Fact>}
        <Fact name={t('sign_in.security')}>{t(colleague.has_factor ? 'team.has_factor' : 'team.no_factor')}</Fact>
        <Fact name={t('office.language')}>{t(`office.language_${colleague.language}`)}</Fact>
        {colleague.seen_at && (
          <Fact name={t('sessions.title')}>{t('team.seen', { when: formatWhen(translator, colleague.seen_at) })}</Fact>
        )}
      </Facts>
      <RecordSection title={t('team.role')}>
        <ActionForm
          label={t('team.save_role')}
          done={t('team.role_changed', { name })}
          onSubmit={({ text }) =>
            api.changeColleague({ id, staff_role: text('staff_role') ? Number(text('staff_role')) : null })
          }
        >
          {(error) => <RoleChoice roles={roles} defaultValue={colleague.staff_role} error={error('staff_role')} />}
        </ActionForm>
      </RecordSection>
      <RecordSection title={t('team.actions')}>
        {state !== 'suspended' && (
          <>
            <p>{t('team.send_reset_text')}</p>
            <ActionForm
              label={t('team.send_reset')}
              done={t('team.reset_sent', { email: colleague.email })}
              onSubmit={() => api.resetStaffSignIn({ id })}
            />
          </>
        )}
        {colleague.seen_at && (
          <ActionForm
            label={t('team.end_sessions')}
            done={t('team.sessions_ended', { name })}
            onSubmit={() => api.endColleagueSessions({ id })}
          />
        )}
        {!colleague.is_asker && (
          <>
            {state !== 'suspended' && <p>{t('team.suspend_text')}</p>}
            <ActionForm
              label={t(state === 'suspended' ? 'team.restore' : 'team.suspend')}
              done={t(state === 'suspended' ? 'team.was_restored' : 'team.was_suspended', { name })}
              onSubmit={() => api.suspendColleague({ id, suspended: state !== 'suspended' })}
            />
          </>
        )}
      </RecordSection>
    </RecordPage>
  )
}
