import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, day, line, requiredLine } from '#platform/http/fields.ts'
import { enquiryLimits } from '../limits.ts'

const positiveInteger = () => count(1, 2_147_483_647)
const certificateFields = {
  name_en: requiredLine(enquiryLimits.certificate).describe('The name of the standard, such as OEKO-TEX Standard 100'),
  name_bn: line(enquiryLimits.certificate),
  number: line(60).describe('The number of the certificate, or empty'),
  valid_until: day().or(z.literal('')).describe('The last day of validity, or empty'),
}
const certificate = z.object({
  id: z.int(),
  version: z.int(),
  name_en: z.string(),
  name_bn: z.string(),
  number: z.string(),
  valid_until: z.string(),
  expired: z.boolean().describe('Visitors no longer see it'),
  products: z.int().describe('The number of products that have it'),
})

export const certificatesContract = {
  getCertificates: {
    summary: 'Lists the certificates of the company, including expired ones',
    input: z.object({}),
    response: z.object({ data: z.array(certificate) }),
    who: 'write content',
  },
  getCertificate: {
    summary: 'Returns a certificate for editing',
    input: z.object({ id: positiveInteger() }),
    response: certificate,
    who: 'write content',
  },
  addCertificate: {
    summary: 'Adds a certificate. Products name it afterwards',
    input: z.object(certificateFields),
    response: certificate,
    who: 'write content',
  },
  saveCertificate: {
    summary: 'Updates a certificate of all its products. One with products requires the permission to publish',
    input: z.object({ id: positiveInteger(), version: positiveInteger(), ...certificateFields }),
    response: certificate,
    who: 'write content',
  },
  removeCertificate: {
    summary: 'Deletes a certificate. One with products requires the permission to publish',
    input: z.object({ id: positiveInteger(), version: positiveInteger() }),
    response: z.object({}),
    who: 'write content',
  },
} satisfies Contract

export type CertificatesApi = Client<typeof certificatesContract>
export type OfficeCertificate = z.infer<typeof certificate>
