import { keep, storage } from '#platform/storage.ts'
import { controlIn, drawnIn, isTyped } from './fill-in.ts'
import { draftsKey } from './whose-drafts.ts'

/** By field name: the initial value, and the typed value. */
type Draft = Record<string, readonly [drawn: string, typed: string]>

/** Drops the draft of a form, except for these fields. */
export type KeepOn = (names: readonly string[]) => void

/**
 * Stores the text of these fields of a page's form in this tab. The text is restored after a detour: another language,
 * a sign-up, a reload. A draft fills only fields that are not typed into. A field with a new initial value, such as the
 * dates of a later search, keeps that value.
 */
export function takeUpDraft(page: string, form: HTMLFormElement, names: readonly string[], left: AbortSignal): KeepOn {
  const draft = readDrafts()[page] ?? {}
  for (const name of names) {
    const [control, kept] = [controlIn(form, name), draft[name]]
    if (!control || !kept || isTyped(control) || kept[0] !== drawnIn(control)) continue
    const before = control.value
    control.value = kept[1]
    if (control.value !== kept[1])
      control.value = before // not among the options any more
    else control.dispatchEvent(new Event('input', { bubbles: true }))
  }
  keepDraft(page, form, names) // includes text typed before the scripts ran
  form.addEventListener('input', () => keepDraft(page, form, names), { signal: left })
  return (keptOn) => keepDraft(page, form, keptOn)
}

function keepDraft(page: string, form: HTMLFormElement, names: readonly string[]): void {
  const typed = names.flatMap((name) => {
    const control = controlIn(form, name)
    return control && isTyped(control) ? [[name, [drawnIn(control), control.value]] as const] : []
  })
  const { [page]: _, ...others } = readDrafts()
  const drafts = typed.length > 0 ? { ...others, [page]: Object.fromEntries(typed) } : others
  if (Object.keys(drafts).length > 0) keep('sessionStorage', draftsKey, JSON.stringify(drafts))
  else storage('sessionStorage')?.removeItem(draftsKey)
}

/** Returns all drafts. Other code may have written to the storage, so invalid drafts are left out. */
function readDrafts(): Record<string, Draft> {
  try {
    const drafts = Object.entries(
      JSON.parse(storage('sessionStorage')?.getItem(draftsKey) ?? '{}') as Record<string, Draft>,
    )
    return Object.fromEntries(drafts.filter(([, draft]) => Object.values(draft).every(isKept)))
  } catch {
    return {}
  }
}

const isKept = (kept: unknown) =>
  Array.isArray(kept) && kept.length === 2 && kept.every((text) => typeof text === 'string')
