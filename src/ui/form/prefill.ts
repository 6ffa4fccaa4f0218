type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Fills known values into the fields that nobody has edited yet. */
export function fillIn(form: HTMLFormElement, values: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(values)) {
    const control = findControl(form, name)
    if (!control || isEdited(control)) continue
    control.value = String(value)
    prefilledValues.set(control, control.value)
  }
}

/** Empties the fields that still contain the value filled in for the user. */
export function clearPrefilledFields(form: HTMLFormElement, names: readonly string[]): void {
  for (const name of names) {
    const control = findControl(form, name)
    if (control && !isEdited(control)) control.value = ''
  }
}

export const findControl = (form: HTMLFormElement, name: string) => form.elements.namedItem(name) as Control | null

/** Returns the initial value, before the user types. */
export const getInitialValue = (control: Control): string =>
  control instanceof HTMLSelectElement
    ? ([...control.options].find((option) => option.defaultSelected)?.value ?? '')
    : control.defaultValue

/** Returns whether the user has changed the value. */
export const isEdited = (control: Control): boolean =>
  control.value !== getInitialValue(control) && control.value !== prefilledValues.get(control)

const prefilledValues = new WeakMap<Control, string>()
