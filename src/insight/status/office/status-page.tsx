import type { ReactNode } from 'react'
import { Link, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Chip } from '#ui/office/record-page.tsx'
import { ListHead } from '#ui/office/list.tsx'
import { formatWhen } from '#ui/office/format-time.ts'
import { officeHref } from '#routes/office.ts'
import type { Translator } from '#locales/translator.ts'
import type { StatusApi, SystemStatus } from '../contract.ts'
import { partStates, statusParts, type PartState, type StatusPart } from '../parts.ts'
import styles from './status-page.module.css'

/** The state of the system, for the owner: what works, what needs attention, and what to do. */
export const statusPage: Page<StatusApi, SystemStatus> = {
  load: ({ api }) => api.getSystemStatus({}),
  head: (_, { t }) => ({ title: t('status.title'), hidden: true }),
  View: StatusView,
}

function StatusView({ data: status }: { data: SystemStatus }) {
  const translator = useTranslator()
  const { t, count } = translator
  const parts = statusParts
    .flatMap((name) => {
      const partStatus = status[name]
      return partStatus ? [{ name, state: partStatus.state }] : []
    })
    .toSorted((a, b) => partStates.indexOf(a.state) - partStates.indexOf(b.state))
  const openCount = parts.filter(({ state }) => state === 'warning' || state === 'problem').length
  return (
    <div className="stack-4">
      <ListHead
        title={t('status.title')}
        subtitle={`${openCount === 0 ? t('status.all_ok') : count('status.open', openCount)} ${t('status.checked', { when: formatWhen(translator, status.checked_at) })}`}
      />
      <ul role="list" className={styles.parts}>
        {parts.map(({ name, state }) => {
          const { facts, advice } = describePartByName[name](status, translator)
          return (
            <li key={name} className={styles.part}>
              <header>
                <h2 className="size-2">{t(`status.${name}`)}</h2>
                <Chip tone={tones[state]}>{t(`status.state_${state}`)}</Chip>
              </header>
              <p>{facts}</p>
              {advice && <p className={styles.advice}>{advice}</p>}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

const tones = { ok: 'to-come', warning: 'waits', problem: 'due', unknown: 'over' } as const satisfies Record<
  PartState,
  string
>

interface Description {
  facts: string
  /** The action that the owner should take. */
  advice?: ReactNode
}

const describePartByName: Record<StatusPart, (status: SystemStatus, translator: Translator) => Description> = {
  backup({ backup: { state, taken_at: takenAt, bytes, is_encrypted: isEncrypted } }, translator) {
    const { t } = translator
    if (takenAt === null) return { facts: t('status.backup_none'), advice: t('status.backup_advice') }
    const values = { when: formatWhen(translator, takenAt), size: formatBytes(bytes!, translator) }
    return {
      facts: t(isEncrypted ? 'status.backup_encrypted' : 'status.backup_plain', values),
      ...(state !== 'ok' && { advice: t('status.backup_advice') }),
    }
  },

  disk({ disk: { state, free_bytes: freeBytes, total_bytes: totalBytes } }, translator) {
    const { t } = translator
    if (freeBytes === null || totalBytes === null) return { facts: t('status.disk_unknown') }
    return {
      facts: t('status.disk_free', {
        free: formatBytes(freeBytes, translator),
        total: formatBytes(totalBytes, translator),
      }),
      ...(state !== 'ok' && { advice: t('status.disk_advice') }),
    }
  },

  jobs({ jobs: { state, waiting, late_minutes: lateMinutes, failed_permanently: givenUp } }, { t, count }) {
    const facts = [
      waiting === 0 ? t('status.jobs_none') : count('status.jobs_waiting', waiting),
      lateMinutes > 0 && count('status.jobs_late', lateMinutes),
      givenUp > 0 && count('status.jobs_given_up', givenUp),
    ]
    return { facts: facts.filter(Boolean).join(' '), ...(state !== 'ok' && { advice: t('status.jobs_advice') }) }
  },

  emails({ emails: { failed, has_mail_server: hasMailServer } }, { t, count }) {
    if (!hasMailServer) return { facts: t('status.emails_no_server'), advice: t('status.emails_server_advice') }
    if (failed === 0) return { facts: t('status.emails_ok') }
    return {
      facts: count('status.emails_failed', failed),
      advice: <Link to={`${officeHref('emails')}?view=failed`}>{t('status.emails_show')}</Link>,
    }
  },

  certificate({ certificate: { state, address, problem, valid_until: validUntil } }, { t, day, clock }) {
    if (problem === 'not encrypted' || problem === 'unreachable') {
      const key = problem === 'unreachable' ? 'unreachable' : 'none'
      return { facts: t(`status.certificate_${key}`, { address }), advice: t(`status.certificate_${key}_advice`) }
    }
    const values = { address, until: day(clock(Date.parse(validUntil!))[0]) }
    return {
      facts: t(`status.certificate_${problem ?? 'valid'}`, values),
      ...(state !== 'ok' && { advice: t('status.certificate_advice') }),
    }
  },

  clock({ clock }, { t, number }) {
    const { state, difference_seconds: seconds } = clock!
    return {
      facts: t('status.clock_difference', { seconds: number(Math.abs(seconds)) }),
      ...(state !== 'ok' && { advice: t('status.clock_advice') }),
    }
  },

  database({ database: { engine, version, bytes, schema } }, translator) {
    const values = { program: `${engine} ${version}`, size: formatBytes(bytes, translator), schema }
    return { facts: translator.t('status.database_facts', values) }
  },

  app({ app: { version, node, started_at: startedAt } }, translator) {
    const values = { version, runtime: `Node.js ${node}`, when: formatWhen(translator, startedAt) }
    return { facts: translator.t('status.app_facts', values) }
  },
}

function formatBytes(bytes: number, { t, number }: Translator): string {
  const megabytes = bytes / 1e6
  if (megabytes < 1_000) return t('files.mb', { size: number(Math.round(megabytes * 10) / 10) })
  return t('status.gb', { size: number(Math.round(megabytes / 100) / 10) })
}
