import { inLanguage, type Language } from '#routes/public.ts'

/** Navigates by code, for example after a form. */
export function navigate(path: string, language: Language, history: 'push' | 'replace' = 'push'): void {
  const url = inLanguage(path, language)
  if (window.navigation) window.navigation.navigate(url, { history })
  else if (history === 'replace') location.replace(url)
  else location.assign(url)
}
