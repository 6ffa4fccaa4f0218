/** What the browser keeps for us. A reader may have closed it to us: then nothing is kept, and nothing breaks. */
export function storage(kind: 'sessionStorage' | 'localStorage'): Storage | undefined {
  try {
    return window[kind]
  } catch {
    return undefined
  }
}

/** Whether there was room for it. */
export function keep(kind: 'sessionStorage' | 'localStorage', name: string, text: string): boolean {
  try {
    storage(kind)?.setItem(name, text)
    return true
  } catch {
    return false
  }
}
