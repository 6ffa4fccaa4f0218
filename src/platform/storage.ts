/** Returns the browser storage. Undefined if the user blocks it; then nothing is stored. */
export function storage(kind: 'sessionStorage' | 'localStorage'): Storage | undefined {
  try {
    return window[kind]
  } catch {
    return undefined
  }
}

/** Returns false if the storage is full. */
export function keep(kind: 'sessionStorage' | 'localStorage', name: string, text: string): boolean {
  try {
    storage(kind)?.setItem(name, text)
    return true
  } catch {
    return false
  }
}
