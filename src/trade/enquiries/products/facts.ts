import type { Translator } from '#locales/translator.ts'
import type { Facts } from '../contract.ts'
import { unitLabels } from '../labels.ts'

/* Texts for the facts of a product, on pages and in the catalogue. Runs in browsers too. */

/** Returns the smallest order, such as "5,000 pieces". Empty if the company gives no number. */
export const describeMinimum = ({ count }: Translator, { minimum }: Pick<Facts, 'minimum'>): string =>
  minimum ? count(unitLabels[minimum.unit], minimum.quantity) : ''

/** Returns the lead time, such as "15–25 days". Empty if the company gives none. */
export function describeLeadTime({ t, count }: Translator, { lead_days }: Pick<Facts, 'lead_days'>): string {
  if (!lead_days) return ''
  const { from, to } = lead_days
  return from === to ? count('product.days', to) : t('product.days_between', { least: from, most: to })
}

/** Returns the names of the certificates, each once. Empty if there are none. */
export const listCertificateNames = ({ certificates }: Pick<Facts, 'certificates'>): string =>
  [...new Set(certificates.map(({ name }) => name))].join(', ')

/** Describes a certificate with its number and the end of its validity. */
export const describeCertificate = ({ t, day }: Translator, certificate: Facts['certificates'][number]): string =>
  [
    certificate.name,
    certificate.number && t('product.certificate_number', { number: certificate.number }),
    certificate.valid_until && t('product.valid_until', { day: day(certificate.valid_until) }),
  ]
    .filter(Boolean)
    .join(', ')

/** Keeps a number on one line with its unit, as in "27 mm". */
export const joinUnits = (text: string): string =>
  text.replace(/(\p{Nd}) (?=(?:mm|cm|মিমি|সেমি)(?!\p{L}))/gu, '$1\u00A0')
