import { useRef, useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { sendOnce } from '#platform/http/send-once.ts'
import { isoDay, parseDay } from '#platform/day.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { ConfirmedAction } from '#ui/office/confirmed-action.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { formatWhen } from '#ui/office/format-time.ts'
import { useToast } from '#ui/toast.tsx'
import { useAction } from '#ui/use-action.ts'
import type { Register, RegisterApi, RegisterPerson, RegisterRoom } from './contract.ts'
import { shrinkPicture } from './shrink-picture.ts'
import styles from './register.module.css'

/** The copies of a guest's identity documents: add, view one at a time, remove. */
export function DocumentCopies({
  person,
  room,
  copies,
}: {
  person: RegisterPerson
  room: RegisterRoom
  copies: Register['copies']
}) {
  const translator = useTranslator()
  const { t, number, day } = translator
  const [isOpen, setOpen] = useState(false)
  const personCopies = copies.made.filter((item) => item.person === person.id)
  const label =
    personCopies.length === 0 ? t('guests.copies') : t('guests.copies_count', { count: number(personCopies.length) })
  if (copies.days === 0 && personCopies.length === 0) return null
  return (
    <>
      <Button variant="quiet" aria-label={`${label}, ${person.name}`} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog open={isOpen} title={t('guests.copies_of', { name: person.name })} onClose={() => setOpen(false)}>
        <div className="stack-4 left">
          <p className="small">{t('guests.copies_text', { day: day(isoDay(parseDay(room.to)! + copies.days)) })}</p>
          {personCopies.length > 0 && (
            <ul role="list" className={styles.copies}>
              {personCopies.map((copy) => (
                <Copy key={copy.id} copy={copy} person={person} />
              ))}
            </ul>
          )}
          {copies.sealed ? <AddCopy person={person.id} /> : <p>{t('guests.copies_no_key', { setting: 'SEAL_KEY' })}</p>}
        </div>
      </Dialog>
    </>
  )
}

function Copy({ copy: { id, at, by }, person }: { copy: Register['copies']['made'][number]; person: RegisterPerson }) {
  const translator = useTranslator()
  const { t } = translator
  const api = useApi<RegisterApi>()
  const office = useOffice()
  const showToast = useToast()
  const [picture, setPicture] = useState<string | null>(null)
  const { run, failure } = useAction(t('guests.failed'))
  const createdText = formatWhen(translator, at)
  const showPicture = () => run(async () => setPicture(await toDataUrl(await api.getIdCopy({ id }))))
  return (
    <li>
      <p className="small">{t('guests.copy_created', { when: createdText, by })}</p>
      {picture && <img src={picture} alt={t('guests.copy_shown', { name: person.name })} />}
      {failure && <Failure>{failure}</Failure>}
      <div className="line-4">
        {picture ? (
          <Button variant="secondary" onClick={() => setPicture(null)}>
            {t('guests.copy_hide')}
          </Button>
        ) : (
          <Button
            variant="secondary"
            aria-label={t('guests.copy_view_of', { when: createdText })}
            onClick={() => void showPicture()}
          >
            {t('guests.copy_view')}
          </Button>
        )}
        <ConfirmedAction
          label={t('guests.copy_remove')}
          title={t('guests.copy_remove_title')}
          text={t('guests.copy_remove_text')}
          confirmLabel={t('guests.copy_remove')}
          failed={t('guests.failed')}
          onConfirm={async () => {
            await api.removeIdCopy({ id })
            void office.refresh()
            showToast(t('guests.copy_removed'))
          }}
        />
      </div>
    </li>
  )
}

function AddCopy({ person }: { person: number }) {
  const translator = useTranslator()
  const { t } = translator
  const api = useApi<RegisterApi>()
  const office = useOffice()
  const showToast = useToast()
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  async function upload(file: File) {
    setBusy(true)
    setFailure('')
    try {
      const picture = await shrinkPicture(file)
      if (picture === null) return setFailure(t('guests.copy_unreadable'))
      await sendOnce(api.addIdCopy, { person, picture }, translator)
      void office.refresh()
      showToast(t('guests.copy_added'))
    } catch (error) {
      const message = error instanceof ApiError && (error.errors['picture']?.[0] ?? error.message)
      setFailure(message || t('guests.failed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="stack-2 left">
      <Button isBusy={isBusy} onClick={() => input.current!.click()}>
        {isBusy ? t('guests.copy_adding') : t('guests.copy_add')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        accept="image/*"
        aria-label={t('guests.copy_add')}
        onChange={({ currentTarget }) => {
          const [file] = Array.from(currentTarget.files ?? [])
          currentTarget.value = ''
          if (file) void upload(file)
        }}
      />
      {failure && <Failure>{failure}</Failure>}
    </div>
  )
}

const toDataUrl = (bytes: BlobPart): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(new Error('unreadable')))
    reader.readAsDataURL(new Blob([bytes], { type: 'image/jpeg' }))
  })
