import { useEffect, useId, useRef, useState, type RefObject } from 'react'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField, TextArea } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { removeSentText } from '#ui/form/remove-sent-text.ts'
import { useForm } from '#ui/form/use-form.ts'
import { ActionBar } from '#ui/office/record-page.tsx'
import { officeEndpoints } from '#routes/office.ts'
import { FileField, Progress } from '../../enquiries/files/file-field.tsx'
import { useFiles } from '../../enquiries/files/use-files.ts'
import { identifyFiles, useUpload } from '../../enquiries/files/use-upload.ts'
import { MAX_ANSWER_MB, fileLimits } from '../../enquiries/limits.ts'
import type { ConversationRecord, InboxApi } from './contract.ts'
import styles from './conversation.module.css'

/** The pause in typing before the draft is saved. */
const SAVE_DELAY_MS = 700

/** The share of the form that must be in sight, so that its text field is. */
const VISIBLE_SHARE = 0.3

/**
 * The form for an answer by email. The server stores the draft of each user from the first word. Sending again after a
 * lost response sends no second email.
 */
export function AnswerForm({
  conversation: { id, email, language, canned, draft },
  onSent,
}: {
  conversation: ConversationRecord
  onSent: (updated: ConversationRecord) => void
}) {
  const { t } = useTranslator()
  const headingId = useId()
  const api = useApi<InboxApi>()
  const [typedText, setTypedText] = useState(draft)
  const draftSaver = useDraftSaver(draft, (text) => api.saveConversationDraft({ id, text }))
  const files = useFiles(fileLimits.enquiry)
  const { percent, upload } = useUpload<ConversationRecord>(officeEndpoints.answerConversation[1], files)
  const { form, isBusy, failure, errors, error, clear } = useForm(
    async ({ sendOnce }) => {
      // A save that is still running would store the draft again after the email was sent.
      await draftSaver.finishSaves()
      const answer = { id, text: typedText }
      const updatedConversation = await (files.chosen.length === 0
        ? sendOnce(api.answerConversation, answer)
        : sendOnce(upload, { ...answer, files: identifyFiles(files) }))
      files.removeSent()
      draftSaver.markSent()
      changeText(removeSentText(draftSaver.readText(), answer.text))
      onSent(updatedConversation)
    },
    {
      isRepeatable: true,
      validateFields: (): Record<string, string[]> => ({
        ...(!typedText.trim() && { text: [t('request.write_missing')] }),
        ...files.fieldErrors(),
      }),
    },
  )
  function changeText(text: string) {
    setTypedText(text)
    draftSaver.scheduleSave(text)
  }
  return (
    <>
      <ReplyShortcut form={form.ref} />
      <form {...form} className={styles.answer} aria-labelledby={headingId}>
        <h2 id={headingId}>{t('inbox.answer')}</h2>
        {canned.length > 0 && (
          <SelectField
            label={t('inbox.canned')}
            name="canned"
            value=""
            onChange={({ currentTarget }) => {
              const selectedAnswer = canned.find((item) => String(item.id) === currentTarget.value)
              if (selectedAnswer) changeText([typedText.trim(), selectedAnswer.text].filter(Boolean).join('\n\n'))
            }}
          >
            <option value="">{t('inbox.choose_canned')}</option>
            {canned.map((item) => (
              <option key={item.id} value={item.id}>
                {item.name}
              </option>
            ))}
          </SelectField>
        )}
        <TextArea
          label={t('request.write_text', { language: t(`office.in_${language}`) })}
          hint={t('inbox.answer_hint', { email })}
          name="text"
          rows={4}
          maxLength={8_000}
          value={typedText}
          onChange={({ currentTarget }) => changeText(currentTarget.value)}
          // Another conversation may load as soon as the focus leaves.
          onBlur={() => void draftSaver.flush()}
          error={error('text')}
        />
        <p className="small" role="status">
          {draftSaver.message && t(draftSaver.message)}
        </p>
        {failure && <Failure>{failure}</Failure>}
        <Progress percent={percent} />
        <div className={styles.foot}>
          <FileField
            label={t('inbox.attach')}
            hint={t('inbox.attach_hint', {
              count: fileLimits.enquiry,
              max: fileLimits.megabytes,
              total: MAX_ANSWER_MB,
            })}
            files={files}
            errors={errors}
            className={styles.files}
            onClearError={clear}
          />
          <Button type="submit" isBusy={isBusy}>
            {t('inbox.send')}
          </Button>
        </div>
      </form>
    </>
  )
}

/** A button that leads to the answer form. It stays at the bottom of the screen while the form is out of sight. */
function ReplyShortcut({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const { t } = useTranslator()
  const [isHidden, setHidden] = useState(true)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => setHidden(entry!.isIntersecting), {
      threshold: VISIBLE_SHARE,
    })
    observer.observe(form.current!)
    return () => observer.disconnect()
  }, [form])
  function goToForm() {
    form.current!.scrollIntoView({ block: 'end' })
    form.current!.querySelector('textarea')!.focus({ preventScroll: true })
  }
  return (
    <div className={styles.shortcut}>
      <ActionBar hidden={isHidden}>
        <Button onClick={goToForm}>{t('inbox.answer')}</Button>
      </ActionBar>
    </div>
  )
}

/** Saves the text after each pause in typing, one save at a time, and reports the result. */
function useDraftSaver(initialText: string, save: (text: string) => Promise<unknown>) {
  const [message, setMessage] = useState<'inbox.draft_saved' | 'inbox.draft_not_saved' | null>(null)
  const saveStateRef = useRef({
    savedText: initialText,
    text: initialText,
    timer: 0,
    pendingSave: Promise.resolve() as Promise<unknown>,
  })
  const saveRef = useRef(save)
  useEffect(() => {
    saveRef.current = save
  })
  const flush = () => {
    const saveState = saveStateRef.current
    clearTimeout(saveState.timer)
    saveState.timer = 0
    saveState.pendingSave = saveState.pendingSave.then(async () => {
      const { text } = saveState
      if (text === saveState.savedText) return
      await saveRef.current(text).then(
        () => {
          saveState.savedText = text
          setMessage(text ? 'inbox.draft_saved' : null)
        },
        () => setMessage('inbox.draft_not_saved'),
      )
    })
    return saveState.pendingSave
  }
  const flushRef = useRef(flush)
  // Saves the text also when the user leaves the page within the pause.
  useEffect(() => () => void flushRef.current(), [])
  return {
    message,
    flush,
    scheduleSave(text: string) {
      const saveState = saveStateRef.current
      saveState.text = text
      clearTimeout(saveState.timer)
      saveState.timer = window.setTimeout(() => void flush(), SAVE_DELAY_MS)
    },
    /** Waits for running saves. Nothing is saved until the user types again. */
    async finishSaves() {
      clearTimeout(saveStateRef.current.timer)
      await saveStateRef.current.pendingSave
    },
    readText: () => saveStateRef.current.text,
    /** The server has deleted the draft. */
    markSent() {
      saveStateRef.current.savedText = ''
      setMessage(null)
    },
  }
}
