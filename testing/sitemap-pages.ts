import assert from 'node:assert/strict'
import { files, pages, readLanguage } from '#routes/public.ts'
import type { TestApp } from './test-app.ts'

export const publicUrl = 'https://selvage.example'

/** Fetches pages of the sitemap by path: one of each kind in each language, and optionally all English ones. */
export async function fetchSitemapPages(app: TestApp, requestsEnglish: boolean): Promise<Map<string, string>> {
  const matches = [...(await fetchText(app, files.sitemap)).matchAll(/<loc>([^<]+)/g)]
  const paths = matches.map(([, pageUrl]) => getPath(pageUrl!))
  const pathsByPattern = Map.groupBy(paths, (path) => findRoutePattern(path) + readLanguage(path).language)
  const englishPaths = requestsEnglish ? paths.filter((path) => readLanguage(path).language === 'en') : []
  const pageTexts = new Map<string, string>()
  for (const path of new Set([...englishPaths, ...[...pathsByPattern.values()].map(([first]) => first!)]))
    pageTexts.set(path, await fetchText(app, path))
  return pageTexts
}

export async function fetchText(app: TestApp, path: string): Promise<string> {
  const response = await app.get(path)
  assert.equal(response.status, 200, path)
  return response.text()
}

export function findRoutePattern(path: string): string {
  const { path: englishPath } = readLanguage(path)
  return Object.values(pages).find((pattern) => new RegExp(`^${pattern.replace(/:\w+/, '[^/]+')}$`).test(englishPath))!
}

export const getPath = (address: string): string => {
  assert.ok(address.startsWith(publicUrl + '/'), address)
  return address.slice(publicUrl.length)
}
