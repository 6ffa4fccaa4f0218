import { useState, type ReactNode } from 'react'
import { Link, useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField, TextArea, TextField } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useOffice } from '#ui/office/office-context.ts'
import { History } from '#ui/office/history.tsx'
import { OperationResult, RecordPage, RecordSection } from '#ui/office/record-page.tsx'
import { formatWhen } from '#ui/office/format-time.ts'
import { officeHref, officePages } from '#routes/office.ts'
import { describeState } from '../../own-enquiries/state-label.ts'
import { describeDelivery, Entry } from './conversation-entry.tsx'
import type { FileOwner } from './conversation-files.tsx'
import { AnswerForm } from './answer-form.tsx'
import type { ConversationRecord, InboxApi } from './contract.ts'
import styles from './conversation.module.css'
import { StateChip } from './state-chip.tsx'

/** Props shared by the parts of the page: the conversation and a callback that shows its new version. */
interface SharedProps {
  conversation: ConversationRecord
  show: (updated: ConversationRecord) => void
}

export interface ConversationProps extends SharedProps {
  /** The level of its title: `h2` if it is beside the inbox before the user has opened it. */
  heading?: 'h1' | 'h2'
}

/** The result of an operation: a message, or the delivery of the email of an entry. */
interface Result {
  /** A different key for each result. */
  key: string
  message: 'inbox.marked_done' | 'inbox.marked_spam' | { entry: number }
}

/**
 * The page of a conversation. The answer form comes first, then all entries, the latest one first, and the request at
 * the end. Beside them are the buyer, the state, and the other conversations with this buyer.
 */
export function ConversationPage({
  conversation,
  show,
  about,
  title,
  owner,
  facts,
  links,
  subject,
  heading,
  children,
}: ConversationProps & {
  about: string
  title: string
  owner: FileOwner
  /** The buyer. */
  facts: ReactNode
  /** Links to related records, such as quotations. */
  links: ReactNode
  /** The subject of the audit log. */
  subject: string
  /** The request of the buyer. */
  children: ReactNode
}) {
  const translator = useTranslator()
  const { t } = translator
  const office = useOffice()
  const [result, setResult] = useState<Result | null>(null)
  const showResult = (message: Result['message'] | null) => setResult(message && { key: crypto.randomUUID(), message })
  const sharedProps = {
    conversation,
    show(updated: ConversationRecord, message: Result['message'] | null = null) {
      show(updated)
      showResult(message)
      office.refresh()
    },
  }
  return (
    <RecordPage
      back={{ to: officePages.inbox, label: t('inbox.title') }}
      about={about}
      title={title}
      heading={heading}
      state={<StateChip {...conversation} />}
      aside={
        <>
          {facts}
          <div className={styles.standing}>
            <AssigneeForm {...sharedProps} />
            <StateForm {...sharedProps} />
            <p className="small">
              {t('inbox.buyer_sees', { state: describeState(translator, conversation.buyer_sees) })}
            </p>
          </div>
          <OtherConversations conversation={conversation} />
          <NoteForm {...sharedProps} />
          <History subject={subject} version={conversation} />
        </>
      }
    >
      {result && (
        <ConversationResult key={result.key} message={result.message} conversation={conversation} owner={owner} />
      )}
      {conversation.email !== '' && conversation.state !== 'spam' && (
        <AnswerForm
          key={`answer ${conversation.id}`}
          conversation={conversation}
          onSent={(updated) => {
            const { id } = updated.entries.findLast(({ kind }) => kind === 'letter')!
            sharedProps.show(updated, { entry: id })
          }}
        />
      )}
      {links}
      <RecordSection title={t('inbox.conversation')}>
        <ol role="list" reversed className="stack-3">
          {conversation.entries.toReversed().map((entry) => (
            <Entry key={entry.id} entry={entry} owner={owner} onRetry={() => showResult({ entry: entry.id })} />
          ))}
          <li className={styles.entry} data-kind="mail">
            {children}
          </li>
        </ol>
      </RecordSection>
    </RecordPage>
  )
}

/** The result of the last operation. The delivery of an answer follows while the email is being sent. */
function ConversationResult({
  message,
  conversation,
  owner,
}: Pick<Result, 'message'> & Pick<SharedProps, 'conversation'> & { owner: FileOwner }) {
  const translator = useTranslator()
  const path = 'enquiry' in owner ? officeHref('enquiry', owner.enquiry) : officeHref('message', owner.letter)
  if (typeof message === 'string') return <OperationResult path={path}>{translator.t(message)}</OperationResult>
  const entry = conversation.entries.find(({ id }) => id === message.entry)
  const emailState = entry?.letter
  if (!emailState) return null
  return (
    <OperationResult
      path={path}
      kind={emailState === 'sent' ? undefined : emailState === 'waiting' ? 'waiting' : 'refused'}
    >
      {describeDelivery(translator, entry)}
    </OperationResult>
  )
}

/** The other conversations with this buyer. */
function OtherConversations({ conversation: { others } }: Pick<SharedProps, 'conversation'>) {
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

/** The assignee form. If another user took the conversation meanwhile, it shows an error and the new assignee. */
function AssigneeForm({ conversation, show }: SharedProps) {
  const { t } = useTranslator()
  const api = useApi<InboxApi>()
  const office = useOffice()
  const { id, me: ownUserId, assignee, people } = conversation
  const { form, isBusy, failure } = useForm(
    async ({ text, data, reportLostResponse }) => {
      const assigneeId = data.has('take') ? ownUserId : Number(text('to')) || null
      show(await reportLostResponse(api.assignConversation({ id, was: assignee?.id ?? null, to: assigneeId })))
    },
    {
      isRepeatable: true,
      onRejected(userError) {
        office.refresh()
        return userError
      },
    },
  )
  const isListed = assignee === null || people.some((person) => person.id === assignee.id)
  return (
    <form {...form} className={styles.act}>
      <SelectField key={assignee?.id ?? 0} label={t('inbox.assignee')} name="to" defaultValue={assignee?.id ?? ''}>
        <option value="">{t('inbox.whose_nobody')}</option>
        {!isListed && <option value={assignee.id}>{assignee.name}</option>}
        {people.map((person) => (
          <option key={person.id} value={person.id}>
            {person.name}
          </option>
        ))}
      </SelectField>
      <Button type="submit" variant="secondary" isBusy={isBusy}>
        {t('inbox.assign')}
      </Button>
      {assignee === null && (
        <Button type="submit" name="take" variant="secondary" isBusy={isBusy}>
          {t('inbox.assign_to_me')}
        </Button>
      )}
      {failure && <Failure>{failure}</Failure>}
    </form>
  )
}

const states = ['open', 'waiting', 'done', 'spam'] as const

/** The state form with the reminder date. */
function StateForm({
  conversation,
  show,
}: SharedProps & {
  show: (updated: ConversationRecord, message?: Result['message'] | null) => void
}) {
  const { t } = useTranslator()
  const api = useApi<InboxApi>()
  const { id, state, remind_on, today } = conversation
  const [selectedState, setSelectedState] = useState<string | null>(null)
  const isWaiting = (selectedState ?? state) === 'waiting'
  const { form, isBusy, failure, error } = useForm(
    async ({ text, reportLostResponse }) => {
      const nextState = states.find((option) => option === text('state')) ?? 'open'
      const reminderDay = nextState === 'waiting' && text('remind_on')
      const updatedConversation = await reportLostResponse(
        api.moveConversation({ id, state: nextState, ...(reminderDay && { remind_on: reminderDay }) }),
      )
      setSelectedState(null)
      show(
        updatedConversation,
        nextState === 'done' ? 'inbox.marked_done' : nextState === 'spam' ? 'inbox.marked_spam' : null,
      )
    },
    { isRepeatable: true },
  )
  return (
    <form {...form} className={styles.act}>
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
        <TextField
          key={remind_on ?? ''}
          label={t('inbox.remind_on')}
          name="remind_on"
          type="date"
          min={today}
          defaultValue={remind_on ?? ''}
          error={error('remind_on')}
        />
      )}
      <Button type="submit" variant="secondary" isBusy={isBusy}>
        {t('inbox.save_status')}
      </Button>
      {failure && <Failure>{failure}</Failure>}
    </form>
  )
}

function NoteForm({ conversation: { id }, show }: SharedProps) {
  const { t } = useTranslator()
  const api = useApi<InboxApi>()
  const { form, isBusy, failure, error } = useForm(
    async ({ text, sendOnce, form: element }) => {
      show(await sendOnce(api.addConversationNote, { id, text: text('text') }))
      element.reset()
    },
    { isRepeatable: true },
  )
  return (
    <form {...form} className={styles.note}>
      <TextArea
        label={t('inbox.note')}
        hint={t('inbox.note_hint')}
        name="text"
        rows={2}
        maxLength={2_000}
        error={error('text')}
      />
      {failure && <Failure>{failure}</Failure>}
      <Button type="submit" variant="secondary" isBusy={isBusy}>
        {t('inbox.add_note')}
      </Button>
    </form>
  )
}
