import { useCallback, useEffect, useRef, useState, type ChangeEvent } from 'react'
import { systemClock } from '#platform/clock.ts'
import { ApiError, type FieldErrors } from '#platform/errors.ts'
import { useWords } from '#platform/pages/page.tsx'
import { keep, storage } from '#platform/storage.ts'
import type { Translator } from '#locales/translator.ts'
import { useUnsaved } from './unsaved.ts'

/** A row that several people may edit. Each save names the version that it is based on. */
export interface Versioned {
  version: number
}

interface Editing<Row> {
  /** Returns the row as stored. Status 409 means that somebody else saved first. `byItself`: the save was automatic. */
  save(row: Row, byItself: boolean): Promise<Row>
  /** Returns the stored row. */
  load(): Promise<Row>
  /**
   * The storage key of the draft in this tab, until it is saved. An expired session or a lost connection loses no
   * input.
   */
  draft: string
  /** Saves after a pause in typing, and again once the connection is back. */
  savesItself?: boolean
}

type State =
  | { kind: 'idle' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: number }
  /** `again`: the server did not answer, so another try is useful. */
  | { kind: 'failed'; told: string; again: boolean }

const PAUSE_MS = 2_000
const TRY_AGAIN_MS = 10_000

/**
 * The state of an edited row: the input, the save state, the errors by field and, after a conflict, both versions until
 * the user chooses one.
 */
export function useEdit<Row extends Versioned>(
  row: Row,
  { save, load, draft: name, savesItself = false }: Editing<Row>,
) {
  const translator = useWords()
  const [base, setBase] = useState(row)
  const [kept] = useState(() => readDraft<Row>(name))
  const [mine, setMine] = useState(kept ?? row)
  /** The version that somebody else saved over the base of this edit. */
  const [theirs, setTheirs] = useState(kept && kept.version !== row.version ? row : null)
  const [state, setState] = useState<State>({ kind: 'idle' })
  const [errors, setErrors] = useState<FieldErrors>({})
  const isDirty = !isSame(mine, base)
  const isSaving = useRef(false)
  const purge = useCallback(() => storage('sessionStorage')?.removeItem(name), [name])
  useUnsaved(isDirty, purge)
  useEffect(() => {
    if (isDirty) keep('sessionStorage', name, JSON.stringify(mine))
    else purge()
  }, [isDirty, mine, name, purge])

  const set = useCallback((patch: Partial<Row>) => {
    setMine((before) => ({ ...before, ...patch }))
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([field]) => !(field.replace(/\..*/, '') in patch))),
    )
    setState((before) => (before.kind === 'saving' ? before : { kind: 'idle' }))
  }, [])

  function take(now: Row) {
    setBase(now)
    setMine(now)
    setTheirs(null)
    setErrors({})
  }

  /**
   * Saves the row and returns whether it was saved. Only one save runs at a time. Input typed meanwhile stays unsaved.
   */
  async function saveRow(sent: Row = mine, byItself = false): Promise<boolean> {
    if (isSaving.current) return false
    isSaving.current = true
    setState({ kind: 'saving' })
    setErrors({})
    try {
      const now = await save(sent, byItself)
      // After an automatic save the user keeps the text as typed, even if the server trims it.
      setBase(byItself ? { ...sent, version: now.version } : now)
      setMine((typed) =>
        !byItself && (isSame(typed, sent) || sent !== mine) ? now : { ...typed, version: now.version },
      )
      setTheirs(null)
      setState({ kind: 'saved', at: systemClock() })
      return true
    } catch (error) {
      if (error instanceof ApiError && error.status === 422) setErrors(error.errors)
      if (error instanceof ApiError && error.status === 409) setTheirs(await load().catch(() => null))
      const again = savesItself && isPassing(error)
      setState({ kind: 'failed', told: again ? translator.t('edit.waits') : toldOf(error, translator), again })
      return false
    } finally {
      isSaving.current = false
    }
  }

  const saveLatest = useRef(saveRow)
  useEffect(() => {
    saveLatest.current = saveRow
  })
  const waits = savesItself && isDirty && !theirs && state.kind !== 'saving'
  const hasFailed = state.kind === 'failed'
  const mayTry = !hasFailed || state.again
  useEffect(() => {
    if (!waits || !mayTry) return
    const go = () => void saveLatest.current(mine, true)
    const timer = setTimeout(go, hasFailed ? TRY_AGAIN_MS : PAUSE_MS)
    addEventListener('online', go)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', go)
    }
  }, [waits, mayTry, hasFailed, mine])

  return {
    row: mine,
    set,
    isDirty,
    state,
    theirs,
    errors,
    error: (field: string) => errors[field]?.[0],
    save: () => saveRow(),
    /** Replaces the input with the stored row. */
    take,
    /** Returns to the stored row. */
    discard() {
      take(base)
      setState({ kind: 'idle' })
    },
    /** Keeps the other version and drops the local input. */
    keepTheirs() {
      if (theirs) take(theirs)
      setState({ kind: 'idle' })
    },
    /** Saves the local input over the other version, which stays in the log. */
    keepMine: () => (theirs ? saveRow({ ...mine, version: theirs.version }) : Promise.resolve(false)),
    /** The props of a text field. */
    text: (field: { [Key in keyof Row]: Row[Key] extends string | null ? Key : never }[keyof Row] & string) => ({
      name: field,
      value: (mine[field] as string | null) ?? '',
      error: errors[field]?.[0],
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement>) =>
        set({ [field]: currentTarget.value } as Partial<Row>),
    }),
  }
}

export type Edit<Row extends Versioned> = ReturnType<typeof useEdit<Row>>

/** An empty text and null are the same for the user. */
const isSame = (one: object, other: object): boolean => asText(one) === asText(other)
const asText = (row: object) =>
  JSON.stringify({ ...row, version: 0 }, (_, value: unknown) => (value === null ? '' : value))

function readDraft<Row>(name: string): Row | null {
  const kept = storage('sessionStorage')?.getItem(name)
  return kept ? (JSON.parse(kept) as Row) : null
}

/** Whether the error may pass: no answer, or a temporary failure of the server. */
const isPassing = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500

function toldOf(error: unknown, { t }: Translator): string {
  if (!(error instanceof ApiError) || error.status === 0) return t('edit.offline')
  if (error.status === 422 && !error.errors['form']) return t('edit.refused')
  return error.errors['form']?.[0] ?? (error.message || t('error.unexpected'))
}
