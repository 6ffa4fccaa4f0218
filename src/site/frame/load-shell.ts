import type { ContentApi } from '#content/contract.ts'
import { todayAt } from '#content/today.ts'
import type { EnquiriesApi } from '#trade/enquiries/contract.ts'
import { makeOptional } from '#platform/pages/optional.ts'
import type { ServerTranslator } from '#locales/translator.ts'
import { yearOf, type Shell } from './shell.ts'
import { siteMap } from './site-map.ts'

/** Loads the data of the frame in the visitor's language. */
export async function loadShell(
  api: ContentApi & EnquiriesApi,
  translator: ServerTranslator,
  optional = makeOptional(),
): Promise<Shell> {
  const asked = api.getGlobalData({})
  const [told, map] = await Promise.all([asked, siteMap(api, translator, optional, asked)])
  const { description: _about, geo: _geo, timeZone: _zone, ...more } = told
  const { legal: _legal, guestFacts: _facts, exchange: _rate, quickLinks, ...global } = more
  return { global, year: yearOf(todayAt(global)), quickLinks, map }
}
