import { readLanguage } from '#routes/public.ts'

/**
 * Returns the path to open after sign-in, without a language prefix. Accepts only paths of this site, even if browsers
 * parse the value differently.
 */
export function toSafeNextPath(next: string | null, fallback: string): string {
  const { path } = readLanguage(next ?? '')
  const base = 'https://here'
  if (path[0] !== '/' || !URL.canParse(path, base)) return fallback
  const { origin, pathname, search, hash } = new URL(path, base)
  return origin === base && !/\/\/|%5c/i.test(pathname) ? pathname + search + hash : fallback
}
