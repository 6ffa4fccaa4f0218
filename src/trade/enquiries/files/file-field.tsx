import { useId, useRef, useState, type ChangeEvent, type DragEvent } from 'react'
import type { FieldErrors } from '#platform/errors.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import { OptionalLabel } from '#ui/form/optional-label.tsx'
import { RemoveButton } from '#ui/remove-button.tsx'
import { toMegabytes, fileLimits } from '../limits.ts'
import styles from './file-field.module.css'
import type { ChosenFiles } from './use-files.ts'

export const acceptedTypes = 'application/pdf,image/png,image/jpeg,.pdf,.png,.jpg,.jpeg'

/**
 * A field for files, which the visitor selects or drops on it. Lists each file with its size, its error and a button to
 * remove it.
 */
export function FileField({
  label,
  hint,
  files,
  errors,
  className,
  onClearError,
}: {
  label: string
  /** Replaces the hint for buyers. */
  hint?: string
  files: ChosenFiles
  errors: FieldErrors
  className?: string | undefined
  onClearError: () => void
}) {
  const { t, count } = useTranslator()
  const { chosen: chosenFiles, maxCount } = files
  const id = useId()
  const field = useRef<HTMLDivElement>(null)
  const [isDraggedOver, setIsDraggedOver] = useState(false)
  const [statusText, setStatus] = useState('')
  const isSingle = maxCount === 1
  const isFull = chosenFiles.length >= maxCount
  const fieldError = files.tooMany ?? errors['files']?.[0]

  const clearErrors = () => Object.keys(errors).some((name) => name.startsWith('files')) && onClearError()
  function add(addedFiles: FileList | null): void {
    if (!addedFiles || addedFiles.length === 0) return
    clearErrors()
    void files.add(addedFiles).then((number) => setStatus(number > 0 ? count('files.added', number) : ''))
  }
  function onPick(event: ChangeEvent<HTMLInputElement>): void {
    add(event.target.files)
    event.target.value = '' // so that the same file can be selected again
  }
  function remove(index: number): void {
    clearErrors()
    setStatus(t('files.removed', { name: chosenFiles[index]!.file.name }))
    files.remove(index)
    setTimeout(() => field.current?.querySelector('input')?.focus())
  }
  const dropHandlers = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setIsDraggedOver(true)
    },
    onDragLeave: () => setIsDraggedOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault()
      setIsDraggedOver(false)
      add(event.dataTransfer.files)
    },
  }
  return (
    <div
      ref={field}
      {...dropHandlers}
      role="group"
      aria-labelledby={`${id}-label`}
      className={`${styles.field} needs-scripts ${className ?? ''}`.trimEnd()}
      data-over={isDraggedOver || undefined}
    >
      <p id={`${id}-label`} className={styles.label}>
        <OptionalLabel>{label}</OptionalLabel>
      </p>
      {chosenFiles.length > 0 && (
        <ul role="list" className={styles.list}>
          {chosenFiles.map((chosenFile, index) => {
            const { file } = chosenFile
            const fileError = files.describeError(chosenFile) ?? errors[`files.${index}`]?.[0]
            return (
              <li key={`${index}-${file.name}`}>
                <p className={styles.name}>
                  <span>{file.name}</span>{' '}
                  <span className={styles.size}>{t('files.mb', { size: toMegabytes(file.size) })}</span>
                </p>
                <RemoveButton refused={fileError} onRemove={() => remove(index)}>
                  {t('files.remove')}
                  <span className="visually-hidden">: {file.name}</span>
                </RemoveButton>
              </li>
            )
          })}
        </ul>
      )}
      {!isFull && (
        <p className={styles.add}>
          <label className={styles.button}>
            <input
              type="file"
              className="visually-hidden"
              multiple={!isSingle}
              accept={acceptedTypes}
              aria-describedby={`${id}-hint`}
              onChange={onPick}
            />
            {t(isSingle ? 'files.add_only' : 'files.add')}
          </label>
          <span className={styles.drop}>{t('files.drop')}</span>
        </p>
      )}
      <p id={`${id}-hint`} className={styles.hint}>
        {isSingle
          ? t('files.hint_only', { max: fileLimits.megabytes })
          : (hint ?? t('files.hint', { count: maxCount, max: fileLimits.megabytes }))}
      </p>
      {fieldError && <p className={styles.wrong}>{fieldError}</p>}
      <p role="status" className="visually-hidden">
        {statusText}
      </p>
    </div>
  )
}

export function Progress({ percent }: { percent: number | null }) {
  const { t, number } = useTranslator()
  if (percent === null) return null
  const progressText = percent < 100 ? t('files.sending', { percent: number(percent) }) : t('files.arrived')
  return (
    <div className={styles.progress}>
      <p>{progressText}</p>
      <progress max={100} value={percent} aria-label={t('contact.sending')} />
    </div>
  )
}
