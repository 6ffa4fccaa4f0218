import type { Translator } from '#locales/translator.ts'
import { NO_COUNTRY, steps, type SheetName } from '../parts.ts'
import { ratiosOf } from '../ratios.ts'
import { percentOf } from './buckets.ts'
import type { Figures, House } from './contract.ts'
import { answeredFacts, endedFacts, factsSheet, offersFacts, partOf, rounded } from './facts.ts'
import type { Sheet } from './sheet.ts'
import { countryName, nightsSheet, waysSheet } from './ways.ts'

export function sheetOf(name: SheetName, figures: Figures, translator: Translator): Sheet {
  const { t } = translator
  switch (name) {
    case 'nights':
      return nightsSheet(figures, translator)
    case 'rooms':
      return waysSheet(figures, translator, {
        title: t('figures.by_room'),
        about: t('figures.about_by_room'),
        named: t('figures.room'),
        linesOf: ({ rooms }) => rooms.map((line) => ({ key: line.slug, name: line.name, line })),
        more: [
          { name: t('figures.share'), of: (line) => percentOf(ratiosOf({ units: 0, closed: 0, ...line }).occupancy) },
        ],
        staysOf: (room) => ({ room }),
      })
    case 'sources':
      return waysSheet(figures, translator, {
        title: t('figures.by_source'),
        about: t('figures.about_by_source'),
        named: t('figures.source'),
        linesOf: ({ sources }) =>
          sources.map((line) => ({ key: line.source, name: t(`figures.source_${line.source}`), line })),
        staysOf: (source) => ({ source }),
      })
    case 'countries':
      return waysSheet(figures, translator, {
        title: t('figures.by_country'),
        about: t('figures.about_by_country'),
        named: t('figures.country'),
        linesOf: ({ countries }) =>
          countries.map((line) => ({ key: line.country, name: countryName(line.country, translator), line })),
        staysOf: (country) => ({ country: country || NO_COUNTRY }),
      })
    case 'lengths':
      return factsSheet(figures, translator, t('figures.length'), t('figures.about_length'), [
        { name: t('figures.stays'), of: (house) => house.length_of_stay.stays, stays: { figure: 'left' } },
        { name: t('figures.median_nights'), of: (house) => house.length_of_stay.median },
        { name: t('figures.mean_nights'), of: (house) => rounded(house.length_of_stay.mean) },
        ...steps.lengths.map((from) => ({
          name: t(`figures.length_${from}`),
          of: (house: House) => partOf(house.length_of_stay.parts, from),
          isDrawn: true,
        })),
      ])
    case 'leads':
      return factsSheet(figures, translator, t('figures.lead'), t('figures.about_lead'), [
        { name: t('figures.stays'), of: (house) => house.lead_time.stays, stays: { figure: 'arrived' } },
        { name: t('figures.median_days'), of: (house) => house.lead_time.median },
        { name: t('figures.mean_days'), of: (house) => rounded(house.lead_time.mean) },
        ...steps.leads.map((from) => ({
          name: t(`figures.lead_${from}`),
          of: (house: House) => partOf(house.lead_time.parts, from),
          isDrawn: true,
        })),
      ])
    case 'ended':
      return factsSheet(
        figures,
        translator,
        t('figures.ended'),
        t('figures.about_ended'),
        endedFacts(figures, translator),
      )
    case 'enquiries':
      return factsSheet(figures, translator, t('figures.enquiries'), t('figures.about_written'), [
        ...answeredFacts((house) => house.enquiries, translator),
        { name: t('figures.quoted'), of: ({ enquiries }) => enquiries.quoted },
        { name: t('figures.ordered'), of: ({ enquiries }) => enquiries.won },
      ])
    case 'messages':
      return factsSheet(figures, translator, t('figures.messages'), t('figures.about_written'), [
        ...answeredFacts((house) => house.messages, translator),
      ])
    case 'offers':
      return factsSheet(
        figures,
        translator,
        t('figures.offers'),
        t('figures.about_offers'),
        offersFacts(figures, translator),
      )
  }
}
