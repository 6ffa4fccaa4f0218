import { useState } from 'react'
import { Link, useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/form/field.tsx'
import { DateField } from '#ui/office/date-field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useOffice } from '#ui/office/office-context.ts'
import { formatWhen } from '#ui/office/format-time.ts'
import { RecordSection } from '#ui/office/record-page.tsx'
import { officeHref } from '#routes/office.ts'
import type { ConversationRecord, InboxApi } from './contract.ts'
import { useSaveOnChoice } from './use-save-on-choice.ts'
import styles from './conversation.module.css'

interface SharedProps {
  conversation: ConversationRecord
  show: (updated: ConversationRecord, message?: 'inbox.marked_done' | 'inbox.marked_spam' | null) => void
}

/** The assignee. If another user took the conversation meanwhile, it shows an error and the new assignee. */
export function AssigneeForm({ conversation, show }: SharedProps) {
  const { t } = useTranslator()
  const api = useApi<InboxApi>()
  const office = useOffice()
  const { id, me: ownUserId, assignee, people } = conversation
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const [isSaved, setSaved] = useState(false)
  const { form, isBusy, failure } = useForm(
    async ({ text, data, reportLostResponse }) => {
      const assigneeId = data.has('take') ? ownUserId : Number(text('to')) || null
      setSaved(false)
      show(await reportLostResponse(api.assignConversation({ id, was: assignee?.id ?? null, to: assigneeId })))
      setSelectedId((selected) => (selected === text('to') ? null : selected))
      setSaved(true)
    },
    {
      isRepeatable: true,
      onRejected(userError) {
        setSelectedId(null)
        office.refresh()
        return userError
      },
    },
  )
  const isListed = assignee === null || people.some((person) => person.id === assignee.id)
  return (
    <form {...form} {...useSaveOnChoice({ form, isBusy })} className={styles.act}>
      <SelectField
        label={t('inbox.assignee')}
        name="to"
        value={selectedId ?? assignee?.id ?? ''}
        onChange={({ currentTarget }) => setSelectedId(currentTarget.value)}
      >
        <option value="">{t('inbox.whose_nobody')}</option>
        {!isListed && <option value={assignee.id}>{assignee.name}</option>}
        {people.map((person) => (
          <option key={person.id} value={person.id}>
            {person.name}
          </option>
        ))}
      </SelectField>
      {assignee === null && (
        <Button type="submit" name="take" variant="quiet" isBusy={isBusy}>
          {t('inbox.assign_to_me')}
        </Button>
      )}
      <SavedMessage isSaved={isSaved} />
      {failure && <Failure>{failure}</Failure>}
    </form>
  )
}

const states = ['open', 'waiting', 'done', 'spam'] as const

/** The state, and the reminder date of a waiting conversation. */
export function StateForm({ conversation, show }: SharedProps) {
  const { t } = useTranslator()
  const api = useApi<InboxApi>()
  const { id, state, remind_on, today } = conversation
  const [selectedState, setSelectedState] = useState<string | null>(null)
  const [selectedDay, setSelectedDay] = useState<string | null>(null)
  const [isSaved, setSaved] = useState(false)
  const isWaiting = (selectedState ?? state) === 'waiting'
  const { form, isBusy, failure, error } = useForm(
    async ({ text, reportLostResponse }) => {
      const nextState = states.find((option) => option === text('state')) ?? 'open'
      const reminderDay = nextState === 'waiting' && text('remind_on')
      setSaved(false)
      const updatedConversation = await reportLostResponse(
        api.moveConversation({ id, state: nextState, ...(reminderDay && { remind_on: reminderDay }) }),
      )
      show(
        updatedConversation,
        nextState === 'done' ? 'inbox.marked_done' : nextState === 'spam' ? 'inbox.marked_spam' : null,
      )
      // A choice made during the save is saved next.
      setSelectedState((selected) => (selected === text('state') ? null : selected))
      setSelectedDay((selected) => (selected === text('remind_on') ? null : selected))
      setSaved(nextState === 'open' || nextState === 'waiting')
    },
    {
      isRepeatable: true,
      onRejected(userError) {
        // A rejected date remains, so that the user can correct it.
        if (Object.keys(userError.errors).length > 0) return userError
        setSelectedState(null)
        setSelectedDay(null)
        return userError
      },
    },
  )
  return (
    <form {...form} {...useSaveOnChoice({ form, isBusy })} className={styles.act}>
      <SelectField
        label={t('inbox.state')}
        name="state"
        value={selectedState ?? (state === 'new' ? 'open' : state)}
        onChange={({ currentTarget }) => setSelectedState(currentTarget.value)}
        error={error('state')}
      >
        {states.map((option) => (
          <option key={option} value={option}>
            {t(`inbox.state_${option}`)}
          </option>
        ))}
      </SelectField>
      {isWaiting && (
        <DateField
          label={t('inbox.remind_on')}
          name="remind_on"
          min={today}
          value={selectedDay ?? remind_on ?? ''}
          onChange={({ currentTarget }) => setSelectedDay(currentTarget.value)}
          error={error('remind_on')}
        />
      )}
      <SavedMessage isSaved={isSaved} />
      {failure && <Failure>{failure}</Failure>}
    </form>
  )
}

function SavedMessage({ isSaved }: { isSaved: boolean }) {
  const { t } = useTranslator()
  return (
    <p className="small" role="status">
      {isSaved && t('inbox.saved')}
    </p>
  )
}

/** The other conversations with this buyer. */
export function OtherConversations({ conversation: { others } }: Pick<SharedProps, 'conversation'>) {
  const translator = useTranslator()
  const { t } = translator
  if (others.length === 0) return null
  return (
    <RecordSection title={t('inbox.others')}>
      <ul role="list" className="stack-2">
        {others.map(({ code, message, subject, state, at }) => (
          <li className="anywhere" key={code ?? message}>
            <Link to={code === null ? officeHref('message', message!) : officeHref('enquiry', code)}>
              {code ?? (subject || t('inbox.no_subject'))}
            </Link>{' '}
            <span className="small">
              {t(`inbox.state_${state}`)}, {formatWhen(translator, at)}
            </span>
          </li>
        ))}
      </ul>
    </RecordSection>
  )
}
