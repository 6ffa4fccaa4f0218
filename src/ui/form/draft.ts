import { keep, storage } from '#platform/storage.ts'
import { controlIn, drawnIn, isTyped } from './fill-in.ts'
import { draftsKey } from './whose-drafts.ts'

/** By the name of a field: what stood there of itself, and what was typed instead. */
type Draft = Record<string, readonly [drawn: string, typed: string]>

/** Drops what was kept of a form, but for these fields of it. */
export type KeepOn = (names: readonly string[]) => void

/**
 * Keeps in this tab what is typed into these fields of a page's form, so that it is there again after a way round: another
 * language, an account that is made first, a reload. What was kept is filled in where nobody has typed anew; but a field that
 * now has something else to begin with, such as the dates of a later search, keeps that.
 */
export function takeUpDraft(page: string, form: HTMLFormElement, names: readonly string[], left: AbortSignal): KeepOn {
  const draft = readDrafts()[page] ?? {}
  for (const name of names) {
    const [control, kept] = [controlIn(form, name), draft[name]]
    if (!control || !kept || isTyped(control) || kept[0] !== drawnIn(control)) continue
    const before = control.value
    control.value = kept[1]
    if (control.value !== kept[1])
      control.value = before // no longer to be chosen
    else control.dispatchEvent(new Event('input', { bubbles: true }))
  }
  keepDraft(page, form, names) // also what was typed before the page ran
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

/** Other hands may have written there. */
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
