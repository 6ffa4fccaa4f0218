import type { ServerTranslator } from '#locales/translator.ts'

/** Names the browser and the system in the language of the user, as far as the user agent reveals them. */
export function deviceIn(userAgent: string, { t }: ServerTranslator): string {
  const named = (names: readonly Named[]) => names.find(([sign]) => userAgent.includes(sign))?.[1]
  const [browser, system] = [named(browsers), named(systems)]
  if (browser && system) return t('session.device', { browser, system })
  return browser ?? system ?? t('session.device_unknown')
}

type Named = readonly [sign: string, name: string]

/** The order matters: most user agents also contain the names further down. */
const browsers: readonly Named[] = [
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
const systems: readonly Named[] = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Windows', 'Windows'],
  ['Macintosh', 'macOS'],
  ['Linux', 'Linux'],
]
