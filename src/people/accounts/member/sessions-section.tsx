import { useRef, useState } from 'react'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import type { AccountsApi, OwnSession } from '../contract.ts'
import { useForm } from '#ui/form/use-form.ts'
import { MemberSection } from './member-section.tsx'
import list from './profile-page.module.css'

/** Lists the member's sessions and lets the member end them. */
export function SessionsSection({ initialSessions }: { initialSessions: readonly OwnSession[] }) {
  const { t, moment } = useTranslator()
  const api = useApi<AccountsApi>()
  const showToast = useToast()
  const listRef = useRef<HTMLUListElement>(null)
  const [sessions, setSessions] = useState(initialSessions)
  const otherSessions = sessions.filter(({ current }) => !current)
  const { form, failure } = useForm(
    async ({ text }) => {
      const id = text('session')
      await (id ? api.endSession({ id }) : api.endOtherSessions({}))
      setSessions(sessions.filter((session) => session.current || (id && session.id !== id)))
      showToast(t('sessions.ended'))
      listRef.current!.focus()
    },
    { isRepeatable: true },
  )
  return (
    <MemberSection title={t('sessions.title')} text={t('sessions.text')} form={form}>
      {failure && <Failure>{failure}</Failure>}
      <ul ref={listRef} role="list" tabIndex={-1} className={list.sessions} aria-label={t('sessions.title')}>
        {sessions.map((session) => (
          <li key={session.id}>
            <div>
              <p>
                <strong>{session.device}</strong>
                {session.current && <span className={list.here}>{t('sessions.here')}</span>}
              </p>
              <p className={list.since}>{t('sessions.used', { at: moment(new Date(session.used_at)) })}</p>
            </div>
            {!session.current && (
              <Button
                type="submit"
                name="session"
                value={session.id}
                variant="quiet"
                aria-label={t('sessions.end_of', { device: session.device })}
              >
                {t('shell.sign_out')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {otherSessions.length > 0 && (
        <Button type="submit" variant="secondary">
          {t('sessions.end_others')}
        </Button>
      )}
    </MemberSection>
  )
}
