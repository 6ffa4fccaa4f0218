import type { ServerTranslator } from '#locales/translator.ts'

/** Names the browser and the system in the language of the user, as far as the user agent reveals them. */
export function describeDevice(userAgent: string, { t }: ServerTranslator): string {
  const findName = (names: readonly NamePattern[]) => names.find(([pattern]) => userAgent.includes(pattern))?.[1]
  const [browser, system] = [findName(browsers), findName(systems)]
  if (browser && system) return t('session.device', { browser, system })
  return browser ?? system ?? t('session.device_unknown')
}

type NamePattern = readonly [pattern: string, name: string]

/** The order matters: most user agents also contain the names further down. */
const browsers: readonly NamePattern[] = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['UCBrowser', 'UC Browser'],
  ['YaBrowser', 'Yandex Browser'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chromium', 'Chromium'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
]
const systems: readonly NamePattern[] = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Windows', 'Windows'],
  ['Macintosh', 'macOS'],
  ['Linux', 'Linux'],
]
