import { loadCompany } from '#content/company.ts'
import { dayIn } from '#platform/clock.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import {
  addCertificate,
  getCertificate,
  isExpired,
  listCertificates,
  listCertificateUses,
  removeCertificate,
  saveCertificate,
  toForm,
  type CertificateRow,
} from '../certificates.ts'
import type { certificatesContract, OfficeCertificate } from './certificates-contract.ts'

export const certificatesHandlers = {
  getCertificates: async (db, ctx) => ({ data: await readCertificateViews(db, ctx, await listCertificates(db)) }),
  getCertificate: (db, ctx, { id }) => readCertificateView(db, ctx, id),
  addCertificate: async (db, ctx, form) => readCertificateView(db, ctx, await addCertificate(db, ctx, form)),
  async saveCertificate(db, ctx, form) {
    await saveCertificate(db, ctx, form)
    return readCertificateView(db, ctx, form.id)
  },
  async removeCertificate(db, ctx, form) {
    await removeCertificate(db, ctx, form)
    return {}
  },
} satisfies Handlers<typeof certificatesContract>

const readCertificateView = async (db: Database, ctx: RequestContext, id: number): Promise<OfficeCertificate> =>
  (await readCertificateViews(db, ctx, [await getCertificate(db, id)]))[0]!

async function readCertificateViews(
  db: Database,
  ctx: RequestContext,
  rows: readonly CertificateRow[],
): Promise<OfficeCertificate[]> {
  const today = dayIn((await loadCompany(db, ctx)).timeZone, ctx.now)
  const certificateUses = await listCertificateUses(db)
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    ...toForm(row),
    expired: isExpired(row, today),
    products: certificateUses.filter(({ certificate_id }) => certificate_id === row.id).length,
  }))
}
