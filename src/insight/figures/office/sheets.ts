import type { Translator } from '#locales/translator.ts'
import { NO_COUNTRY, GROUP_BOUNDS, type SheetName } from '../sheet-names.ts'
import { calculateRatios } from '../ratios.ts'
import { toPercent } from './buckets.ts'
import type { Figures, PropertyFiguresView } from './contract.ts'
import { listAnswerFacts, listEndedFacts, buildFactsSheet, listOfferFacts, findGroupCount, roundMean } from './facts.ts'
import type { Sheet } from './sheet.ts'
import { formatCountryName, buildNightsSheet, buildGroupSheet } from './group-sheets.ts'

export function buildSheet(name: SheetName, figures: Figures, translator: Translator): Sheet {
  const { t } = translator
  switch (name) {
    case 'nights':
      return buildNightsSheet(figures, translator)
    case 'rooms':
      return buildGroupSheet(figures, translator, {
        title: t('figures.by_room'),
        about: t('figures.about_by_room'),
        rowHeading: t('figures.room'),
        readLines: ({ rooms }) => rooms.map((line) => ({ key: line.slug, name: line.name, line })),
        extraColumns: [
          {
            name: t('figures.share'),
            getValue: (line) => toPercent(calculateRatios({ units: 0, closed: 0, ...line }).occupancy),
          },
        ],
        toStaysFilter: (room) => ({ room }),
      })
    case 'sources':
      return buildGroupSheet(figures, translator, {
        title: t('figures.by_source'),
        about: t('figures.about_by_source'),
        rowHeading: t('figures.source'),
        readLines: ({ sources }) =>
          sources.map((line) => ({ key: line.source, name: t(`figures.source_${line.source}`), line })),
        toStaysFilter: (source) => ({ source }),
      })
    case 'countries':
      return buildGroupSheet(figures, translator, {
        title: t('figures.by_country'),
        about: t('figures.about_by_country'),
        rowHeading: t('figures.country'),
        readLines: ({ countries }) =>
          countries.map((line) => ({ key: line.country, name: formatCountryName(line.country, translator), line })),
        toStaysFilter: (country) => ({ country: country || NO_COUNTRY }),
      })
    case 'lengths':
      return buildFactsSheet(figures, translator, t('figures.length'), t('figures.about_length'), [
        { name: t('figures.stays'), getValue: (property) => property.length_of_stay.stays, stays: { figure: 'left' } },
        { name: t('figures.median_nights'), getValue: (property) => property.length_of_stay.median },
        { name: t('figures.mean_nights'), getValue: (property) => roundMean(property.length_of_stay.mean) },
        ...GROUP_BOUNDS.lengths.map((from) => ({
          name: t(`figures.length_${from}`),
          getValue: (property: PropertyFiguresView) => findGroupCount(property.length_of_stay.parts, from),
          isDrawn: true,
        })),
      ])
    case 'leads':
      return buildFactsSheet(figures, translator, t('figures.lead'), t('figures.about_lead'), [
        { name: t('figures.stays'), getValue: (property) => property.lead_time.stays, stays: { figure: 'arrived' } },
        { name: t('figures.median_days'), getValue: (property) => property.lead_time.median },
        { name: t('figures.mean_days'), getValue: (property) => roundMean(property.lead_time.mean) },
        ...GROUP_BOUNDS.leads.map((from) => ({
          name: t(`figures.lead_${from}`),
          getValue: (property: PropertyFiguresView) => findGroupCount(property.lead_time.parts, from),
          isDrawn: true,
        })),
      ])
    case 'ended':
      return buildFactsSheet(
        figures,
        translator,
        t('figures.ended'),
        t('figures.about_ended'),
        listEndedFacts(figures, translator),
      )
    case 'enquiries':
      return buildFactsSheet(figures, translator, t('figures.enquiries'), t('figures.about_written'), [
        ...listAnswerFacts((property) => property.enquiries, translator),
        { name: t('figures.quoted'), getValue: ({ enquiries }) => enquiries.quoted },
        { name: t('figures.ordered'), getValue: ({ enquiries }) => enquiries.won },
      ])
    case 'messages':
      return buildFactsSheet(figures, translator, t('figures.messages'), t('figures.about_written'), [
        ...listAnswerFacts((property) => property.messages, translator),
      ])
    case 'offers':
      return buildFactsSheet(
        figures,
        translator,
        t('figures.offers'),
        t('figures.about_offers'),
        listOfferFacts(figures, translator),
      )
  }
}
