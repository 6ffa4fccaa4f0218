import type { ServerTranslator } from '#locales/translator.ts'

/** Browser and system in the words of the reader, as far as the browser says what it is. */
export function deviceIn(userAgent: string, { t }: ServerTranslator): string {
  const named = (names: readonly Named[]) => names.find(([sign]) => userAgent.includes(sign))?.[1]
  const [browser, system] = [named(browsers), named(systems)]
  if (browser && system) return t('session.device', { browser, system })
  return browser ?? system ?? t('session.device_unknown')
}

type Named = readonly [sign: string, name: string]

/** In this order, because most of them claim to be those below as well. */
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
