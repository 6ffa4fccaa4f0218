/** Returns the browser storage. Undefined if the user blocks it; then nothing is stored. */
export function getStorage(kind: 'sessionStorage' | 'localStorage'): Storage | undefined {
  try {
    return window[kind]
  } catch {
    return undefined
  }
}

/** Returns false if the storage is full. */
export function saveToStorage(kind: 'sessionStorage' | 'localStorage', name: string, text: string): boolean {
  try {
    getStorage(kind)?.setItem(name, text)
    return true
  } catch {
    return false
  }
}
