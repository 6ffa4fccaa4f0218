import type { ContentApi } from '#content/contract.ts'
import { getCurrentDay } from '#content/today.ts'
import type { EnquiriesApi } from '#trade/enquiries/contract.ts'
import { createOptional } from '#platform/pages/optional.ts'
import type { ServerTranslator } from '#locales/translator.ts'
import { extractYear, type Shell } from './shell.ts'
import { buildSiteMap } from './site-map.ts'

/** Loads the data of the page frame in the visitor's language. */
export async function loadShell(
  api: ContentApi & EnquiriesApi,
  translator: ServerTranslator,
  optional = createOptional(),
): Promise<Shell> {
  const companyRequest = api.getGlobalData({})
  const [company, siteMap] = await Promise.all([
    companyRequest,
    buildSiteMap(api, translator, optional, companyRequest),
  ])
  const { description: _about, geo: _geo, timeZone: _zone, ...shellData } = company
  const {
    keyFigures: _keyFigures,
    legal: _legal,
    guestFacts: _facts,
    exchange: _rate,
    quickLinks,
    tagline,
    social,
    ...global
  } = shellData
  return { global, year: extractYear(getCurrentDay(global)), tagline, social, quickLinks, map: siteMap }
}
