import { saveToStorage, getStorage } from '#platform/storage.ts'
import { findControl, getInitialValue, isEdited } from './prefill.ts'
import { draftsKey } from './tab-owner.ts'

/** The initial value and the typed value of each field, keyed by field name. */
type Draft = Record<string, readonly [drawn: string, typed: string]>

/** Deletes the draft of a form, except for these fields. */
export type KeepDraftFields = (names: readonly string[]) => void

/**
 * Stores the text of these fields of a page's form in this tab. The text is restored after a detour: another language,
 * a sign-up, a reload. A draft fills only fields that are not typed into. A field with a new initial value, such as the
 * dates of a later search, keeps that value.
 */
export function restoreDraft(
  page: string,
  form: HTMLFormElement,
  names: readonly string[],
  signal: AbortSignal,
): KeepDraftFields {
  const draft = readDrafts()[page] ?? {}
  for (const name of names) {
    const [control, storedValue] = [findControl(form, name), draft[name]]
    if (!control || !storedValue || isEdited(control) || storedValue[0] !== getInitialValue(control)) continue
    const previousValue = control.value
    control.value = storedValue[1]
    if (control.value !== storedValue[1])
      control.value = previousValue // the value is no longer one of the options
    else control.dispatchEvent(new Event('input', { bubbles: true }))
  }
  saveDraft(page, form, names) // includes text typed before the scripts ran
  form.addEventListener('input', () => saveDraft(page, form, names), { signal })
  return (remainingFields) => saveDraft(page, form, remainingFields)
}

function saveDraft(page: string, form: HTMLFormElement, names: readonly string[]): void {
  const typedFields = names.flatMap((name) => {
    const control = findControl(form, name)
    return control && isEdited(control) ? [[name, [getInitialValue(control), control.value]] as const] : []
  })
  const { [page]: _, ...otherDrafts } = readDrafts()
  const allDrafts = typedFields.length > 0 ? { ...otherDrafts, [page]: Object.fromEntries(typedFields) } : otherDrafts
  if (Object.keys(allDrafts).length > 0) saveToStorage('sessionStorage', draftsKey, JSON.stringify(allDrafts))
  else getStorage('sessionStorage')?.removeItem(draftsKey)
}

/** Returns all drafts. Other code may have written to the storage, so invalid drafts are left out. */
function readDrafts(): Record<string, Draft> {
  try {
    const allDrafts = Object.entries(
      JSON.parse(getStorage('sessionStorage')?.getItem(draftsKey) ?? '{}') as Record<string, Draft>,
    )
    return Object.fromEntries(allDrafts.filter(([, draft]) => Object.values(draft).every(isStoredPair)))
  } catch {
    return {}
  }
}

const isStoredPair = (value: unknown) =>
  Array.isArray(value) && value.length === 2 && value.every((text) => typeof text === 'string')
