import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import { MB } from '#platform/file-kinds.ts'
import { Link, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { officeHref } from '#routes/office.ts'
import { pictureLimits } from '../limits.ts'
import styles from './media.module.css'
import type { UploadItem, useUploads } from './use-uploads.ts'

type Uploads = ReturnType<typeof useUploads>

/** Buttons for a file dialog and the camera of a phone. `isSingle` accepts one picture, as the replacement of another. */
export function AddButtons({
  onFiles,
  isSingle,
  label,
}: {
  onFiles: (files: File[]) => void
  isSingle?: boolean
  label?: string
}) {
  const { t } = useTranslator()
  const fileInput = useRef<HTMLInputElement>(null)
  const cameraInput = useRef<HTMLInputElement>(null)
  const pickFiles = (input: HTMLInputElement) => {
    onFiles(Array.from(input.files ?? []))
    input.value = ''
  }
  const inputProps = { type: 'file', hidden: true, tabIndex: -1 } as const
  return (
    <>
      <Button variant={isSingle ? 'secondary' : 'primary'} onClick={() => fileInput.current!.click()}>
        {label ?? t('media.add')}
      </Button>
      <Button variant="secondary" className={styles.camera} onClick={() => cameraInput.current!.click()}>
        {t('media.photograph')}
      </Button>
      <input
        {...inputProps}
        ref={fileInput}
        accept={[...pictureLimits.types, 'image/heic'].join()}
        multiple={!isSingle}
        aria-label={label ?? t('media.add')}
        onChange={({ currentTarget }) => pickFiles(currentTarget)}
      />
      <input
        {...inputProps}
        ref={cameraInput}
        accept="image/*"
        capture="environment"
        aria-label={t('media.photograph')}
        onChange={({ currentTarget }) => pickFiles(currentTarget)}
      />
    </>
  )
}

/** Accepts pictures dropped anywhere on its children. */
export function DropZone({ onFiles, children }: { onFiles: (files: File[]) => void; children: ReactNode }) {
  const { t } = useTranslator()
  const [isDraggedOver, setIsDraggedOver] = useState(false)
  const onDrag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setIsDraggedOver(true)
  }
  function onDrop(event: DragEvent) {
    setIsDraggedOver(false)
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    onFiles(Array.from(event.dataTransfer.files))
  }
  return (
    <div
      className={styles.drop}
      data-over={isDraggedOver || undefined}
      onDragEnter={onDrag}
      onDragOver={onDrag}
      onDragLeave={({ currentTarget, relatedTarget }) =>
        currentTarget.contains(relatedTarget as Node | null) || setIsDraggedOver(false)
      }
      onDrop={onDrop}
    >
      {isDraggedOver && <p className={styles.here}>{t('media.drop')}</p>}
      {children}
    </div>
  )
}

export const LimitsHint = () => {
  const { t } = useTranslator()
  return <p className="small">{t('media.limits', { max: pictureLimits.bytes / MB })}</p>
}

/** Lists the uploads with their progress and result. */
export function UploadList({ uploads: { items, retry, dismiss } }: { uploads: Uploads }) {
  const { t } = useTranslator()
  if (items.length === 0) return null
  return (
    <section className={styles.uploads} aria-label={t('media.uploads')}>
      <ul role="list">
        {items.map((item) => (
          <li className="stack-1" key={item.key} data-bad={hasFailed(item) || undefined}>
            <p className="anywhere">{item.upload?.title || item.title}</p>
            <Progress item={item} />
            <div className="row-3">
              {item.state === 'refused' && item.isRetryable && (
                <Button variant="quiet" onClick={() => retry(item.key)}>
                  {t('media.retry')}
                </Button>
              )}
              {item.upload?.state === 'ready' && !item.replacedName && (
                <Link to={officeHref('picture', item.upload.picture)}>{t('media.open')}</Link>
              )}
              {(hasFailed(item) || item.upload?.state === 'ready') && (
                <Button variant="quiet" onClick={() => void dismiss(item)}>
                  {t('media.dismiss')}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

const hasFailed = ({ state, upload }: UploadItem) => state === 'refused' || upload?.state === 'failed'

function Progress({ item }: { item: UploadItem }) {
  const { t } = useTranslator()
  const { state, percent, upload, failure, isDuplicate } = item
  const renderProgressBar = (value: number, max: number) => <progress value={value} max={max} aria-label={item.title} />
  if (state === 'queued') return <p className="small">{t('media.queued')}</p>
  if (state === 'sending')
    return (
      <>
        <p className="small">{t('media.sending', { percent })}</p>
        {renderProgressBar(percent, 100)}
      </>
    )
  if (hasFailed(item))
    return (
      <p className={styles.refused} role="alert">
        {t('media.failed')}: {failure || upload?.reason}
      </p>
    )
  if (upload!.state === 'ready')
    return (
      <p className="small">
        {isDuplicate ? t('media.already_added') : item.replacedName ? t('media.replaced') : t('media.ready')}
      </p>
    )
  return (
    <>
      <p className="small">
        {upload!.state === 'waiting'
          ? t('media.waiting')
          : t('media.creating_sizes', { done: upload!.done, steps: upload!.steps })}
      </p>
      {renderProgressBar(upload!.done, upload!.steps)}
    </>
  )
}
