/** What the browser keeps for us. A reader may have closed it to us: then nothing is kept, and nothing breaks. */
export function storage(kind: 'sessionStorage' | 'localStorage'): Storage | undefined {
  try {
    return window[kind]
  } catch {
    return undefined
  }
}
