import { useCallback, useEffect, useRef, useState, type ChangeEvent } from 'react'
import { systemClock } from '#platform/clock.ts'
import { ApiError, type FieldErrors } from '#platform/errors.ts'
import { useWords } from '#platform/pages/page.tsx'
import { keep, storage } from '#platform/storage.ts'
import type { Translator } from '#locales/translator.ts'
import { useUnsaved } from './unsaved.ts'

/** Something that several people may edit: each save says which version it is of. */
export interface Versioned {
  version: number
}

interface Editing<Row> {
  /** Answers what is kept from then on. A 409 says that somebody else was faster. `byItself`: nobody has pressed anything. */
  save(row: Row, byItself: boolean): Promise<Row>
  /** What is kept now. */
  load(): Promise<Row>
  /** What was typed is kept under this in the tab until it is saved: a session that ends, or a line that breaks, loses none of it. */
  draft: string
  /** Saved when somebody has stopped typing for a while, and again once the line is back. */
  savesItself?: boolean
}

type State =
  | { kind: 'idle' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: number }
  /** `again`: nobody has answered, so it is worth another try. */
  | { kind: 'failed'; told: string; again: boolean }

const PAUSE_MS = 2_000
const TRY_AGAIN_MS = 10_000

/**
 * A thing that is edited in place: what is typed, whether it is saved, what is wrong with it by field, and, where somebody
 * else has saved meanwhile, both versions, of which none is taken before somebody chooses.
 */
export function useEdit<Row extends Versioned>(
  row: Row,
  { save, load, draft: name, savesItself = false }: Editing<Row>,
) {
  const translator = useWords()
  const [base, setBase] = useState(row)
  const [kept] = useState(() => readDraft<Row>(name))
  const [mine, setMine] = useState(kept ?? row)
  /** What somebody else has saved over what this was made of. */
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

  /** Whether it is saved. One save at a time: what is typed meanwhile stands, and is not saved yet. */
  async function saveRow(sent: Row = mine, byItself = false): Promise<boolean> {
    if (isSaving.current) return false
    isSaving.current = true
    setState({ kind: 'saving' })
    setErrors({})
    try {
      const now = await save(sent, byItself)
      // Whoever goes on typing finds each letter as it was typed, though the server trims what it keeps.
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
    /** What is kept now, in the place of what was typed. */
    take,
    /** Back to what is kept. */
    discard() {
      take(base)
      setState({ kind: 'idle' })
    },
    /** Theirs stays, and what was typed here goes. */
    keepTheirs() {
      if (theirs) take(theirs)
      setState({ kind: 'idle' })
    },
    /** What was typed here is saved over theirs, which stands in the log. */
    keepMine: () => (theirs ? saveRow({ ...mine, version: theirs.version }) : Promise.resolve(false)),
    /** What a text field needs. */
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

/** An empty text and none are the same to whoever types. */
const isSame = (one: object, other: object): boolean => asText(one) === asText(other)
const asText = (row: object) =>
  JSON.stringify({ ...row, version: 0 }, (_, value: unknown) => (value === null ? '' : value))

function readDraft<Row>(name: string): Row | null {
  const kept = storage('sessionStorage')?.getItem(name)
  return kept ? (JSON.parse(kept) as Row) : null
}

/** Nobody has answered, or somebody who is in trouble. */
const isPassing = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500

function toldOf(error: unknown, { t }: Translator): string {
  if (!(error instanceof ApiError) || error.status === 0) return t('edit.offline')
  if (error.status === 422 && !error.errors['form']) return t('edit.refused')
  return error.errors['form']?.[0] ?? (error.message || t('error.unexpected'))
}
