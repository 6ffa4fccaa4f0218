import { useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { useRoute, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { Chip } from '#ui/office/record-page.tsx'
import { formatWhen } from '#ui/office/format-time.ts'
import { inLanguage } from '#routes/public.ts'
import styles from './post.module.css'
import type { PostEdit } from './use-post.ts'
import { formatTimeZoneName } from './time-zone-name.ts'

/** The public state of a post and its schedule. */
export function PublicationState({
  post: { file: record, isClean },
  onCancel,
  onReschedule,
}: {
  post: PostEdit
  onCancel: () => Promise<void>
  onReschedule: () => Promise<void>
}) {
  const translator = useTranslator()
  const { t } = translator
  const { language } = useRoute()
  const mayPublish = useOffice().can('publish')
  const [failure, setFailure] = useState<string | null>(null)
  const { published, scheduled, changed, path } = record
  const zoneName = formatTimeZoneName(record.time_zone, translator)
  const runOperation = (operation: () => Promise<void>) => () => {
    setFailure(null)
    operation().catch((error: unknown) => setFailure((error instanceof ApiError && error.message) || t('posts.failed')))
  }
  return (
    <div className={styles.standing}>
      <p className="small">
        {published ? (
          <Chip tone={changed ? 'due' : 'to-come'}>{t(changed ? 'posts.is_changed' : 'posts.is_published')}</Chip>
        ) : (
          <Chip tone={scheduled ? 'to-come' : 'waits'}>{t(scheduled ? 'posts.is_scheduled' : 'posts.is_draft')}</Chip>
        )}
        <span>
          {published
            ? t('posts.published_since', { when: formatWhen(translator, published) })
            : !scheduled && t('posts.not_published')}
        </span>
        {published && <span>{t(changed ? 'posts.has_changes' : 'posts.no_changes')}</span>}
        {path && (
          <a href={inLanguage(path, language)} target="_blank" rel="noreferrer">
            {t('posts.see_page')}
          </a>
        )}
      </p>
      {scheduled && (
        <p className="small">
          <strong>{t('posts.scheduled_for', { day: scheduled.day, time: scheduled.time, zone: zoneName })}</strong>
          {scheduled.is_older && <span>{t('posts.scheduled_older')}</span>}
          {mayPublish && scheduled.is_older && isClean && (
            <Button variant="quiet" onClick={runOperation(onReschedule)}>
              {t('posts.reschedule')}
            </Button>
          )}
          {mayPublish && (
            <Button variant="quiet" onClick={runOperation(onCancel)}>
              {t('posts.cancel_schedule')}
            </Button>
          )}
        </p>
      )}
      {failure && (
        <p className="small" role="alert">
          {failure}
        </p>
      )}
    </div>
  )
}
