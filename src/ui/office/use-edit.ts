import { useCallback, useEffect, useRef, useState, type ChangeEvent } from 'react'
import { systemClock } from '#platform/clock.ts'
import { ApiError, type FieldErrors } from '#platform/errors.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import { saveToStorage, getStorage } from '#platform/storage.ts'
import type { Translator } from '#locales/translator.ts'
import { useUnsaved } from './unsaved.ts'

/** A row that several people may edit. Each save names the version that it is based on. */
export interface Versioned {
  version: number
}

interface EditOptions<Row> {
  /** Returns the row as stored. Status 409 means that another user saved first. */
  save(row: Row, isAutomatic: boolean): Promise<Row>
  load(): Promise<Row>
  /**
   * The storage key of the draft in this tab, until it is saved. An expired session or a lost connection loses no
   * input.
   */
  draft: string
  /** Saves after a pause in typing, and again once the connection is back. */
  autosaves?: boolean
}

type State =
  | { kind: 'idle' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: number }
  /** `canRetry`: the server did not answer, so another try is useful. */
  | { kind: 'failed'; message: string; canRetry: boolean }

const PAUSE_MS = 2_000
const TRY_AGAIN_MS = 10_000

/**
 * The state of an edited row: the input, the save state and the errors by field. After a conflict it has both versions
 * until the user chooses one.
 */
export function useEdit<Row extends Versioned>(
  row: Row,
  { save, load, draft: name, autosaves = false }: EditOptions<Row>,
) {
  const translator = useTranslator()
  const [base, setBase] = useState(row)
  const [draftRow] = useState(() => readDraft<Row>(name))
  const [editedRow, setEditedRow] = useState(draftRow ?? row)
  /** The version that another user saved after this edit had begun. */
  const [otherVersion, setOtherVersion] = useState(draftRow && draftRow.version !== row.version ? row : null)
  const [state, setState] = useState<State>({ kind: 'idle' })
  const [errors, setErrors] = useState<FieldErrors>({})
  const isDirty = !isSame(editedRow, base)
  const isSaving = useRef(false)
  const dropDraft = useCallback(() => getStorage('sessionStorage')?.removeItem(name), [name])
  useUnsaved(isDirty, dropDraft)
  useEffect(() => {
    if (isDirty) saveToStorage('sessionStorage', name, JSON.stringify(editedRow))
    else dropDraft()
  }, [isDirty, editedRow, name, dropDraft])

  const set = useCallback((patch: Partial<Row>) => {
    setEditedRow((previous) => ({ ...previous, ...patch }))
    setErrors((previous) =>
      Object.fromEntries(Object.entries(previous).filter(([field]) => !(field.replace(/\..*/, '') in patch))),
    )
    setState((previous) => (previous.kind === 'saving' ? previous : { kind: 'idle' }))
  }, [])

  function reset(storedRow: Row) {
    setBase(storedRow)
    setEditedRow(storedRow)
    setOtherVersion(null)
    setErrors({})
  }

  /**
   * Saves the row and returns whether it was saved. Only one save runs at a time. Input typed meanwhile stays unsaved.
   */
  async function saveRow(sent: Row = editedRow, isAutomatic = false): Promise<boolean> {
    if (isSaving.current) return false
    isSaving.current = true
    setState({ kind: 'saving' })
    setErrors({})
    try {
      const storedRow = await save(sent, isAutomatic)
      // After an automatic save the user keeps the text as typed, even if the server trims it.
      setBase(isAutomatic ? { ...sent, version: storedRow.version } : storedRow)
      setEditedRow((latest) =>
        !isAutomatic && (isSame(latest, sent) || sent !== editedRow)
          ? storedRow
          : { ...latest, version: storedRow.version },
      )
      setOtherVersion(null)
      setState({ kind: 'saved', at: systemClock() })
      return true
    } catch (error) {
      if (error instanceof ApiError && error.status === 422) setErrors(error.errors)
      if (error instanceof ApiError && error.status === 409) setOtherVersion(await load().catch(() => null))
      const shouldRetry = autosaves && isTemporary(error)
      setState({
        kind: 'failed',
        message: shouldRetry ? translator.t('edit.offline_waiting') : describeError(error, translator),
        canRetry: shouldRetry,
      })
      return false
    } finally {
      isSaving.current = false
    }
  }

  const saveLatest = useRef(saveRow)
  useEffect(() => {
    saveLatest.current = saveRow
  })
  const isSaveDue = autosaves && isDirty && !otherVersion && state.kind !== 'saving'
  const hasFailed = state.kind === 'failed'
  const canRetry = !hasFailed || state.canRetry
  useEffect(() => {
    if (!isSaveDue || !canRetry) return
    const saveNow = () => void saveLatest.current(editedRow, true)
    const timer = setTimeout(saveNow, hasFailed ? TRY_AGAIN_MS : PAUSE_MS)
    addEventListener('online', saveNow)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', saveNow)
    }
  }, [isSaveDue, canRetry, hasFailed, editedRow])

  return {
    row: editedRow,
    set,
    isDirty,
    state,
    otherVersion,
    errors,
    error: (field: string) => errors[field]?.[0],
    save: () => saveRow(),
    /** Replaces the input with the stored row. */
    take: reset,
    /** Returns to the stored row. */
    discard() {
      reset(base)
      setState({ kind: 'idle' })
    },
    /** Keeps the other version and drops the local input. */
    takeOtherVersion() {
      if (otherVersion) reset(otherVersion)
      setState({ kind: 'idle' })
    },
    /** Saves the local input over the other version, which stays in the log. */
    saveOwnVersion: () =>
      otherVersion ? saveRow({ ...editedRow, version: otherVersion.version }) : Promise.resolve(false),
    /** The props of a text field. */
    text: (field: { [Key in keyof Row]: Row[Key] extends string | null ? Key : never }[keyof Row] & string) => ({
      name: field,
      value: (editedRow[field] as string | null) ?? '',
      error: errors[field]?.[0],
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement>) =>
        set({ [field]: currentTarget.value } as Partial<Row>),
    }),
  }
}

export type Edit<Row extends Versioned> = ReturnType<typeof useEdit<Row>>

/** An empty text and null are the same for the user. */
const isSame = (a: object, b: object): boolean => serialize(a) === serialize(b)
const serialize = (row: object) =>
  JSON.stringify({ ...row, version: 0 }, (_, value: unknown) => (value === null ? '' : value))

function readDraft<Row>(name: string): Row | null {
  const draftRow = getStorage('sessionStorage')?.getItem(name)
  return draftRow ? (JSON.parse(draftRow) as Row) : null
}

/** Returns whether a later try may succeed, after no answer or a temporary failure of the server. */
const isTemporary = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500

function describeError(error: unknown, { t }: Translator): string {
  if (!(error instanceof ApiError) || error.status === 0) return t('edit.offline')
  if (error.status === 422 && !error.errors['form']) return t('edit.refused')
  return error.errors['form']?.[0] ?? (error.message || t('error.unexpected'))
}
