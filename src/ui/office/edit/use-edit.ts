import { useCallback, useEffect, useRef, useState, type ChangeEvent } from 'react'
import { systemClock } from '#platform/clock.ts'
import { ApiError, type FieldErrors } from '#platform/errors.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import { saveToStorage, getStorage } from '#platform/storage.ts'
import type { Translator } from '#locales/translator.ts'
import { useUnsavedEdit } from './unsaved.ts'

/** A row that several users may edit. Each save names the version on which it is based. */
export interface Versioned {
  version: number
}

interface EditOptions<Row> {
  /** Returns the row as stored. Status 409 means that another user saved first. */
  save(row: Row, isAutomatic: boolean): Promise<Row>
  load(): Promise<Row>
  /** Validates the row without saving it, before the user is asked to confirm the change. */
  check?(row: Row): Promise<unknown>
  /**
   * The storage key of the draft in this tab, until it is saved. An expired session or a lost connection loses no
   * input.
   */
  draft: string
  /** Whether to save after a pause in typing, and again once the connection is back. */
  autosaves?: boolean
}

type State =
  | { kind: 'idle' }
  | { kind: 'saving' }
  /** `included`: the fields that another user has changed meanwhile. */
  | { kind: 'saved'; at: number; included: readonly string[] }
  /** `canRetry`: the server did not answer, so another try is useful. */
  | { kind: 'failed'; message: string; canRetry: boolean }

const PAUSE_MS = 2_000
const TRY_AGAIN_MS = 10_000

/**
 * The state of an edited row: the input, the save state and the errors by field. If another user has saved meanwhile,
 * the changes of both are combined. If both have changed the same field, the user chooses a value.
 */
export function useEdit<Row extends Versioned>(
  row: Row,
  { save, load, check, draft: name, autosaves = false }: EditOptions<Row>,
) {
  const translator = useTranslator()
  const [base, setBase] = useState(row)
  const [restoredDraft] = useState(() => {
    const draft = readDraft<Row>(name)
    return draft ? mergeRows(draft.base, draft.row, row) : { row, conflicts: [], included: [] }
  })
  const [editedRow, setEditedRow] = useState(restoredDraft.row)
  /** The version that another user has saved, and the fields to which both users gave different values. */
  const [conflict, setConflict] = useState<EditConflict<Row> | null>(
    restoredDraft.conflicts.length > 0 ? { row, fields: restoredDraft.conflicts } : null,
  )
  const [state, setState] = useState<State>({ kind: 'idle' })
  const [errors, setErrors] = useState<FieldErrors>({})
  const isDirty = !isSame(editedRow, base)
  const isSaving = useRef(false)
  const dropDraft = useCallback(() => getStorage('sessionStorage')?.removeItem(name), [name])
  useUnsavedEdit(isDirty, dropDraft)
  useEffect(() => {
    if (isDirty) saveToStorage('sessionStorage', name, JSON.stringify({ row: editedRow, base } satisfies Draft<Row>))
    else dropDraft()
  }, [isDirty, editedRow, base, name, dropDraft])

  const patchRow = useCallback((patch: Partial<Row>) => {
    setEditedRow((previous) => ({ ...previous, ...patch }))
    setErrors((previous) =>
      Object.fromEntries(Object.entries(previous).filter(([field]) => !(field.replace(/\..*/, '') in patch))),
    )
    setState((previous) => (previous.kind === 'saving' ? previous : { kind: 'idle' }))
  }, [])

  function reset(storedRow: Row) {
    setBase(storedRow)
    setEditedRow(storedRow)
    setConflict(null)
    setErrors({})
  }

  /**
   * Saves the row and returns whether it was saved. Only one save runs at a time. Input typed meanwhile stays unsaved.
   */
  async function saveRow(sentRow: Row = editedRow, isAutomatic = false): Promise<boolean> {
    if (isSaving.current) return false
    isSaving.current = true
    setState({ kind: 'saving' })
    setErrors({})
    try {
      const includedFields = await saveMerged(sentRow, base, isAutomatic)
      setConflict(null)
      setState({ kind: 'saved', at: systemClock(), included: includedFields })
      return true
    } catch (error) {
      showError(error)
      return false
    } finally {
      isSaving.current = false
    }
  }

  /** Shows the errors of the row and returns whether there are none. */
  async function checkRow(): Promise<boolean> {
    setState({ kind: 'saving' })
    setErrors({})
    try {
      await check?.(editedRow)
      setState({ kind: 'idle' })
      return true
    } catch (error) {
      showError(error)
      return false
    }
  }

  function showError(error: unknown): void {
    if (error instanceof ApiError && error.status === 422) setErrors(error.errors)
    const shouldRetry = autosaves && isTemporary(error)
    setState({
      kind: 'failed',
      message: shouldRetry ? translator.t('edit.offline_waiting') : describeError(error, translator),
      canRetry: shouldRetry,
    })
  }

  /**
   * Saves the row. If another user has saved meanwhile, adds their changes and saves again. Throws the error if both
   * have changed the same field. Returns the fields that the other user has changed.
   */
  async function saveMerged(sentRow: Row, baseRow: Row, isAutomatic: boolean): Promise<string[]> {
    try {
      const storedRow = await save(sentRow, isAutomatic)
      // After an automatic save the user keeps the text as typed, even if the server trims it.
      setBase(isAutomatic ? { ...sentRow, version: storedRow.version } : storedRow)
      setEditedRow((latest) =>
        !isAutomatic && isSame(latest, sentRow) ? storedRow : { ...latest, version: storedRow.version },
      )
      return []
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error
      const otherRow = await load().catch(() => null)
      if (!otherRow || otherRow.version === baseRow.version) throw error
      const mergedRow = mergeRows(baseRow, sentRow, otherRow)
      setBase(otherRow)
      // Input typed during the request stays.
      setEditedRow((latest) => mergeRows(sentRow, latest, mergedRow.row).row)
      if (mergedRow.conflicts.length > 0) {
        setConflict({ row: otherRow, fields: mergedRow.conflicts })
        throw error
      }
      const addedFields = isSame(mergedRow.row, otherRow) ? [] : await saveMerged(mergedRow.row, otherRow, isAutomatic)
      return [...new Set([...mergedRow.included, ...addedFields])]
    }
  }

  const saveLatest = useRef(saveRow)
  useEffect(() => {
    saveLatest.current = saveRow
  })
  const isSaveDue = autosaves && isDirty && !conflict && state.kind !== 'saving'
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
    set: patchRow,
    isDirty,
    state,
    otherVersion: conflict?.row ?? null,
    /** The fields that both users have changed. */
    conflicts: conflict?.fields ?? [],
    errors,
    error: (field: string) => errors[field]?.[0],
    save: () => saveRow(),
    check: checkRow,
    /** Replaces the input with the stored row. */
    take: reset,
    /** Discards the input and returns to the stored row. */
    discard() {
      reset(base)
      setState({ kind: 'idle' })
    },
    /** Uses the value of the other user for one field. */
    takeOtherValue(field: keyof Row & string) {
      if (!conflict) return
      const fields = conflict.fields.filter((other) => other !== field)
      patchRow({ [field]: conflict.row[field] } as unknown as Partial<Row>)
      setConflict(fields.length > 0 ? { ...conflict, fields } : null)
    },
    /** Uses the values of the other user for all fields that both have changed, and saves the other changes. */
    takeOtherValues() {
      if (!conflict) return
      const otherValues = Object.fromEntries(conflict.fields.map((field) => [field, conflict.row[field]]))
      const mergedRow = { ...editedRow, ...otherValues }
      if (isSame(mergedRow, base)) {
        reset(base)
        setState({ kind: 'idle' })
      } else {
        setEditedRow(mergedRow)
        void saveRow(mergedRow)
      }
    },
    /** Saves the local values over those of the other user, which stay in the log. */
    saveOwnValues: () => saveRow(),
    text: (field: { [Key in keyof Row]: Row[Key] extends string | null ? Key : never }[keyof Row] & string) => ({
      name: field,
      value: (editedRow[field] as string | null) ?? '',
      error: errors[field]?.[0],
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement>) =>
        patchRow({ [field]: currentTarget.value } as Partial<Row>),
    }),
  }
}

export type Edit<Row extends Versioned> = ReturnType<typeof useEdit<Row>>

/** Returns whether two records are the same for the user. An empty text equals null. */
const isSame = (a: object, b: object): boolean => serialize(a) === serialize(b)
const serialize = (row: object) => serializeValue({ ...row, version: 0 })
const serializeValue = (value: unknown) =>
  JSON.stringify(value ?? '', (_, part: unknown) => (part === null ? '' : part))

/** The version of another user, and the fields for which the user must choose a value. */
interface EditConflict<Row> {
  row: Row
  fields: readonly (keyof Row & string)[]
}

/**
 * Combines two changes of the same row. A field that only one user has changed gets the new value. A field that both
 * have changed keeps the local value and is a conflict, unless the values are the same.
 */
function mergeRows<Row extends Versioned>(baseRow: Row, ownRow: Row, otherRow: Row) {
  const fields = (Object.keys({ ...ownRow, ...otherRow }) as (keyof Row & string)[]).filter(
    (field) => field !== 'version',
  )
  const isDifferent = (a: Row, b: Row) => (field: keyof Row) => serializeValue(a[field]) !== serializeValue(b[field])
  const ownFields = fields.filter(isDifferent(baseRow, ownRow))
  return {
    row: { ...otherRow, ...Object.fromEntries(ownFields.map((field) => [field, ownRow[field]])) },
    conflicts: ownFields.filter(isDifferent(baseRow, otherRow)).filter(isDifferent(ownRow, otherRow)),
    included: fields.filter(isDifferent(baseRow, otherRow)).filter((field) => !ownFields.includes(field)),
  }
}

/** The input of this tab and the row that it changes. */
interface Draft<Row> {
  row: Row
  base: Row
}

function readDraft<Row>(name: string): Draft<Row> | null {
  const draft = getStorage('sessionStorage')?.getItem(name)
  return draft ? (JSON.parse(draft) as Draft<Row>) : null
}

/** Returns whether a retry may succeed: the server did not respond, or it failed temporarily. */
const isTemporary = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500

function describeError(error: unknown, { t }: Translator): string {
  if (!(error instanceof ApiError) || error.status === 0) return t('edit.offline')
  if (error.status === 422 && !error.errors['form']) return t('edit.refused')
  return error.errors['form']?.[0] ?? (error.message || t('error.unexpected'))
}
