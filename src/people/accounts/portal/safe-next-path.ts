import { readLanguage } from '#routes/public.ts'

/** Where to go after signing in, in English: only ever a path of this site, whatever the address bar says and browsers make of it. */
export function safeNextPath(next: string | null, otherwise: string): string {
  const { path } = readLanguage(next ?? '')
  const here = 'https://here'
  if (path[0] !== '/' || !URL.canParse(path, here)) return otherwise
  const { origin, pathname, search, hash } = new URL(path, here)
  return origin === here && !/\/\/|%5c/i.test(pathname) ? pathname + search + hash : otherwise
}
