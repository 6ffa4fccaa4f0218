type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Fills known values into the fields that nobody has edited yet. */
export function fillIn(form: HTMLFormElement, known: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(known)) {
    const control = controlIn(form, name)
    if (!control || isTyped(control)) continue
    control.value = String(value)
    filled.set(control, control.value)
  }
}

export const controlIn = (form: HTMLFormElement, name: string) => form.elements.namedItem(name) as Control | null

/** The value before any typing. */
export const drawnIn = (control: Control): string =>
  control instanceof HTMLSelectElement
    ? ([...control.options].find((option) => option.defaultSelected)?.value ?? '')
    : control.defaultValue

/** Whether the user has changed the value. */
export const isTyped = (control: Control): boolean =>
  control.value !== drawnIn(control) && control.value !== filled.get(control)

const filled = new WeakMap<Control, string>()
