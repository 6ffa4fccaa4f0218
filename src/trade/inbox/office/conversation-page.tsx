import { useState, type ReactNode } from 'react'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { ClosedPart } from '#ui/form/closed-part.tsx'
import { TextArea } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useOffice } from '#ui/office/office-context.ts'
import { History } from '#ui/office/history.tsx'
import { OperationResult, RecordPage } from '#ui/office/record-page.tsx'
import { officeHref, officePages } from '#routes/office.ts'
import { describeState } from '../../own-enquiries/state-label.ts'
import { describeDelivery, Entry } from './conversation-entry.tsx'
import type { FileOwner } from './conversation-files.tsx'
import { AnswerForm } from './answer-form.tsx'
import { AssigneeForm, OtherConversations, StateForm } from './conversation-side.tsx'
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
 * The page of a conversation. The request comes first, then all entries, the latest one last, and the answer form below
 * them. Beside them are the assignee, the state, the buyer, and the other conversations with this buyer.
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
  // The delivery of an answer is reported below the answer.
  const isAboutEntry = result !== null && typeof result.message === 'object'
  const resultNotice = result && (
    <ConversationResult key={result.key} message={result.message} conversation={conversation} owner={owner} />
  )
  return (
    <RecordPage
      back={{ to: officePages.inbox, label: t('inbox.title') }}
      about={about}
      title={title}
      heading={heading}
      state={<StateChip {...conversation} />}
      aside={
        <>
          <div className={styles.standing}>
            <AssigneeForm key={`assignee ${conversation.id}`} {...sharedProps} />
            <StateForm key={`state ${conversation.id}`} {...sharedProps} />
            <p className="small">
              {t('inbox.buyer_sees', { state: describeState(translator, conversation.buyer_sees) })}
            </p>
          </div>
          <div className={styles.buyer}>
            {facts}
            {links}
          </div>
          <OtherConversations conversation={conversation} />
          <History subject={subject} version={conversation} />
        </>
      }
    >
      {isAboutEntry || resultNotice}
      <section className="stack-2">
        <h2 className="visually-hidden">{t('inbox.conversation')}</h2>
        <ol role="list" className="stack-3">
          <li className={styles.entry} data-kind="mail">
            {children}
          </li>
          {conversation.entries.map((entry) => (
            <Entry key={entry.id} entry={entry} owner={owner} onRetry={() => showResult({ entry: entry.id })} />
          ))}
        </ol>
      </section>
      {isAboutEntry && resultNotice}
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
      <NoteForm key={`note ${conversation.id}`} {...sharedProps} />
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
  const path = 'enquiry' in owner ? officeHref('enquiry', owner.enquiry) : officeHref('message', owner.message)
  if (typeof message === 'string') return <OperationResult path={path}>{translator.t(message)}</OperationResult>
  const entry = conversation.entries.find(({ id }) => id === message.entry)
  const emailState = entry?.email_state
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

/** The form for an internal note, closed until it is needed. */
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
    <ClosedPart className={styles.note} summary={t('inbox.note')} hasError={failure !== undefined}>
      <form {...form} className="stack-3 left">
        <TextArea
          label={t('inbox.note_text')}
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
    </ClosedPart>
  )
}
