import { useEffect, useRef, useState, type FormEvent } from 'react'
import { isoDay, parseDay } from '#platform/day.ts'
import { ApiError, type FieldErrors } from '#platform/errors.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DateField } from '#ui/office/date-field.tsx'
import type { PostRecord, PostsOfficeApi } from './contract.ts'
import styles from './dialog.module.css'
import type { PostEdit } from './use-post.ts'
import { formatTimeZoneName } from './time-zone-name.ts'

const MORNING_TIME = '09:00'
const getNextMorning = ({ day, time }: PostRecord['now']) => ({
  day: time < MORNING_TIME ? day : isoDay(parseDay(day)! + 1),
  time: MORNING_TIME,
})

interface DialogProps {
  post: PostEdit
  open: boolean
  onClose: () => void
  onDone: (message: string) => void
}

/** A dialog that publishes a post at once or at a time in the property's time zone. Saves unsaved changes first. */
export function PublishDialog({ post, open, onClose, onDone }: DialogProps) {
  const { t } = useTranslator()
  const api = useApi<PostsOfficeApi>()
  const { file: record, isClean, isSaving, parts, en } = post
  const [localTime, setLocalTime] = useState(() => record.scheduled ?? getNextMorning(record.now))
  const publishing = usePublishing(post, onDone)
  /** A conflict or a failed save prevents publishing. */
  const blockedPart = parts.find(({ otherVersion, state }) => otherVersion !== null || state.kind === 'failed')
  const isPublishable = en.row.title.trim() !== '' && en.row.body.trim() !== ''
  const shouldSave = open && !isClean && !isSaving && !blockedPart
  useEffect(() => {
    if (shouldSave) void post.saveAll()
    // Saves again whenever a save has ended and changes remain.
  }, [shouldSave]) // eslint-disable-line react/exhaustive-deps -- `post` is new in every render
  const publishNow = () => publishing.run(() => api.publishPost(post.loadedVersions), t('posts.done_published'))
  return (
    <Dialog
      open={open}
      title={t(record.published ? 'posts.publish_changes_title' : 'posts.publish_title')}
      onClose={onClose}
    >
      <div className={styles.ask}>
        {publishing.failure && <p role="alert">{publishing.failure}</p>}
        {blockedPart && (
          <p role="alert">
            {blockedPart.otherVersion || blockedPart.state.kind !== 'failed'
              ? t('edit.stale')
              : blockedPart.state.message}
          </p>
        )}
        {isPublishable ? (
          <>
            <p>{t('posts.publish_text')}</p>
            <div>
              <Button isBusy={!isClean || publishing.isBusy} onClick={() => void publishNow()}>
                {t('posts.publish_now')}
              </Button>
            </div>
            <ScheduleForm post={post} publishing={publishing} clock={localTime} onChange={setLocalTime} />
          </>
        ) : (
          <p>{t('posts.english_needed')}</p>
        )}
      </div>
    </Dialog>
  )
}

/** Runs a publishing operation, then shows the post. If another user changed the post, loads it again. */
function usePublishing(post: PostEdit, onDone: (message: string) => void) {
  const { t } = useTranslator()
  const [failure, setFailure] = useState<string | null>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [isBusy, setIsBusy] = useState(false)
  async function run(operation: () => Promise<PostRecord>, message: string) {
    setIsBusy(true)
    setFailure(null)
    setErrors({})
    try {
      post.show(await operation())
      onDone(message)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 409) {
        post.show(await post.refresh().catch(() => post.file))
        setFailure(t('posts.stale'))
      } else if (error.status === 422) {
        setErrors(error.errors)
        if (!error.errors['day'] && !error.errors['time']) setFailure(t('posts.english_needed'))
      } else setFailure(error.message || t('posts.failed'))
    } finally {
      setIsBusy(false)
    }
  }
  return { run, failure, errors, isBusy }
}

function ScheduleForm({
  post,
  publishing: { run, errors, isBusy },
  clock,
  onChange,
}: {
  post: PostEdit
  publishing: ReturnType<typeof usePublishing>
  clock: { day: string; time: string }
  onChange: (clock: { day: string; time: string }) => void
}) {
  const translator = useTranslator()
  const { t } = translator
  const api = useApi<PostsOfficeApi>()
  const { file: record, isClean } = post
  const zoneName = formatTimeZoneName(record.time_zone, translator)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [errors])
  function schedule(event: FormEvent) {
    event.preventDefault()
    if (!isClean) return
    const { day, time } = clock
    void run(
      () => api.schedulePost({ ...post.loadedVersions, day, time }),
      t('posts.done_scheduled', { day, time, zone: zoneName }),
    )
  }
  return (
    <form ref={form} className={styles.later} method="dialog" noValidate onSubmit={schedule}>
      <h3>{t('posts.publish_later')}</h3>
      <p className={styles.small}>{t('posts.schedule_text')}</p>
      <div className={styles.clock}>
        <DateField
          label={t('posts.day')}
          name="day"
          min={record.now.day}
          value={clock.day}
          error={errors['day']?.[0]}
          onChange={({ currentTarget }) => onChange({ ...clock, day: currentTarget.value })}
        />
        <DateField
          type="time"
          label={t('posts.time')}
          name="time"
          value={clock.time}
          error={errors['time']?.[0]}
          onChange={({ currentTarget }) => onChange({ ...clock, time: currentTarget.value })}
        />
      </div>
      <p className={styles.small}>{t('posts.time_hint', { zone: zoneName, time: record.now.time })}</p>
      <div>
        <Button type="submit" variant="secondary" isBusy={!isClean || isBusy}>
          {t('posts.schedule')}
        </Button>
      </div>
    </form>
  )
}
