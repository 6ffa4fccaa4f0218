import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import { MB } from '#platform/file-kinds.ts'
import { Link, useWords } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { officeHref } from '#routes/office.ts'
import { pictureLimits } from '../limits.ts'
import styles from './media.module.css'
import type { Item, useUploads } from './use-uploads.ts'

type Uploads = ReturnType<typeof useUploads>

/** Buttons for a file dialog and the camera of a phone. `single` accepts one picture, as the replacement of another. */
export function AddButtons({
  onFiles,
  single,
  label,
}: {
  onFiles: (files: File[]) => void
  single?: boolean
  label?: string
}) {
  const { t } = useWords()
  const files = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const take = (input: HTMLInputElement) => {
    onFiles(Array.from(input.files ?? []))
    input.value = ''
  }
  const common = { type: 'file', hidden: true, tabIndex: -1 } as const
  return (
    <>
      <Button look={single ? 'secondary' : 'primary'} onClick={() => files.current!.click()}>
        {label ?? t('media.add')}
      </Button>
      <Button look="secondary" className={styles.camera} onClick={() => camera.current!.click()}>
        {t('media.photograph')}
      </Button>
      <input
        {...common}
        ref={files}
        accept={[...pictureLimits.types, 'image/heic'].join()}
        multiple={!single}
        aria-label={label ?? t('media.add')}
        onChange={({ currentTarget }) => take(currentTarget)}
      />
      <input
        {...common}
        ref={camera}
        accept="image/*"
        capture="environment"
        aria-label={t('media.photograph')}
        onChange={({ currentTarget }) => take(currentTarget)}
      />
    </>
  )
}

/** Accepts pictures dropped anywhere on its children. */
export function DropPlace({ onFiles, children }: { onFiles: (files: File[]) => void; children: ReactNode }) {
  const { t } = useWords()
  const [isOver, setOver] = useState(false)
  const hold = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  function drop(event: DragEvent) {
    setOver(false)
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    onFiles(Array.from(event.dataTransfer.files))
  }
  return (
    <div
      className={styles.drop}
      data-over={isOver || undefined}
      onDragEnter={hold}
      onDragOver={hold}
      onDragLeave={({ currentTarget, relatedTarget }) =>
        currentTarget.contains(relatedTarget as Node | null) || setOver(false)
      }
      onDrop={drop}
    >
      {isOver && <p className={styles.here}>{t('media.drop')}</p>}
      {children}
    </div>
  )
}

export const Limits = () => {
  const { t } = useWords()
  return <p className={styles.small}>{t('media.limits', { max: pictureLimits.bytes / MB })}</p>
}

/** Lists the uploads with their progress and result. */
export function UploadList({ uploads: { items, again, dismiss } }: { uploads: Uploads }) {
  const { t } = useWords()
  if (items.length === 0) return null
  return (
    <section className={styles.uploads} aria-label={t('media.uploads')}>
      <ul role="list">
        {items.map((item) => (
          <li key={item.key} data-bad={hasFailed(item) || undefined}>
            <p className={styles.title}>{item.upload?.title || item.title}</p>
            <Progress item={item} />
            <div className={styles.acts}>
              {item.state === 'refused' && item.mayGo && (
                <Button look="quiet" onClick={() => again(item.key)}>
                  {t('media.again')}
                </Button>
              )}
              {item.upload?.state === 'ready' && !item.replaces && (
                <Link to={officeHref('picture', item.upload.picture)}>{t('media.open')}</Link>
              )}
              {(hasFailed(item) || item.upload?.state === 'ready') && (
                <Button look="quiet" onClick={() => void dismiss(item)}>
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

const hasFailed = ({ state, upload }: Item) => state === 'refused' || upload?.state === 'failed'

function Progress({ item }: { item: Item }) {
  const { t } = useWords()
  const { state, percent, upload, told, known } = item
  const bar = (value: number, max: number) => <progress value={value} max={max} aria-label={item.title} />
  if (state === 'queued') return <p className={styles.small}>{t('media.queued')}</p>
  if (state === 'sending')
    return (
      <>
        <p className={styles.small}>{t('media.sending', { percent })}</p>
        {bar(percent, 100)}
      </>
    )
  if (hasFailed(item))
    return (
      <p className={styles.refused} role="alert">
        {t('media.failed')}: {told || upload?.reason}
      </p>
    )
  if (upload!.state === 'ready')
    return (
      <p className={styles.small}>
        {known ? t('media.known') : item.replaces ? t('media.replaced') : t('media.ready')}
      </p>
    )
  return (
    <>
      <p className={styles.small}>
        {upload!.state === 'waiting'
          ? t('media.waiting')
          : t('media.making', { done: upload!.done, steps: upload!.steps })}
      </p>
      {bar(upload!.done, upload!.steps)}
    </>
  )
}
