import type { Selectable } from 'kysely'
import type { RequestContext } from '#platform/contract.ts'
import { localized } from '#platform/database/localized.ts'
import type { Database, WholeDatabase } from '#platform/database/database.ts'
import { publish } from '#platform/database/publish.ts'
import { isoDay, parseDay } from '#platform/day.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { requirePublishPermission } from '#platform/publish-permission.ts'
import { recordChange } from '#platform/audit.ts'
import type { Tables } from '#schema/tables.ts'
import type { Language } from '#routes/public.ts'
import type { Facts } from './contract.ts'

/** A certificate of the company. `valid_until` is YYYY-MM-DD, or empty if it does not expire. */
export interface CertificateForm {
  name_en: string
  name_bn: string
  number: string
  valid_until: string
}

export type CertificateRow = Selectable<Tables['certificate']>

const MAX_CERTIFICATES = 100

export const listCertificates = (db: Database): Promise<CertificateRow[]> =>
  db.selectFrom('certificate').selectAll().orderBy('id').execute()

export async function getCertificate(db: Database, id: number): Promise<CertificateRow> {
  const row = await db.selectFrom('certificate').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

export const isExpired = ({ valid_until }: Pick<CertificateRow, 'valid_until'>, today: number): boolean =>
  valid_until !== null && valid_until < today

/** Adds a certificate and returns its ID. */
export async function addCertificate(db: WholeDatabase, ctx: RequestContext, form: CertificateForm): Promise<number> {
  return publish(db, async (tx) => {
    if ((await listCertificates(tx)).length >= MAX_CERTIFICATES) throw conflict('error.certificates_full')
    const { id } = await tx.insertInto('certificate').values(toRow(form)).returning('id').executeTakeFirstOrThrow()
    await recordChange(tx, ctx, 'certificate added', `certificate ${id}`, { after: form })
    return id
  })
}

/** Saves a certificate, for all products that have it. Rejects an outdated version. */
export async function saveCertificate(
  db: WholeDatabase,
  ctx: RequestContext,
  { id, version, ...form }: CertificateForm & { id: number; version: number },
): Promise<void> {
  requirePublishPermission(ctx, await isUsed(db, id))
  await publish(db, async (tx) => {
    const previousCertificate = await getCertificate(tx, id)
    const { numUpdatedRows } = await tx
      .updateTable('certificate')
      .set({ ...toRow(form), version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw conflict('error.conflict')
    await recordChange(tx, ctx, 'certificate changed', `certificate ${id}`, {
      before: toForm(previousCertificate),
      after: form,
    })
  })
}

/** Deletes a certificate, also from its products. */
export async function removeCertificate(
  db: WholeDatabase,
  ctx: RequestContext,
  { id, version }: { id: number; version: number },
): Promise<void> {
  requirePublishPermission(ctx, await isUsed(db, id))
  await publish(db, async (tx) => {
    const previousCertificate = await getCertificate(tx, id)
    const { numDeletedRows } = await tx
      .deleteFrom('certificate')
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw conflict('error.conflict')
    await recordChange(tx, ctx, 'certificate removed', `certificate ${id}`, { before: toForm(previousCertificate) })
  })
}

const isUsed = async (db: Database, id: number): Promise<boolean> =>
  (await db
    .selectFrom('product_certificate')
    .select('product_id')
    .where('certificate_id', '=', id)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Lists the pairs of product ID and certificate ID, ordered by product. */
export const listCertificateUses = (db: Database) =>
  db.selectFrom('product_certificate').selectAll().orderBy('product_id').orderBy('certificate_id').execute()

/** A certificate of a product, in the language of the reader. `value` is its English name. */
export type ValidCertificate = Facts['certificates'][number] & { value: string }

/** Returns the certificates of each product that are valid today. Expired ones are not public. */
export async function listValidCertificates(
  db: Database,
  language: Language,
  today: number,
): Promise<ReadonlyMap<number, ValidCertificate[]>> {
  const rows = await db
    .selectFrom('product_certificate as use')
    .innerJoin('certificate', 'certificate.id', 'use.certificate_id')
    .select(['use.product_id', 'certificate.name_en', 'certificate.number', 'certificate.valid_until'])
    .select(localized(language, 'certificate.name').as('name'))
    .orderBy('certificate.id')
    .execute()
  const certificates = new Map<number, ValidCertificate[]>()
  for (const { product_id, name_en, name, number, valid_until } of rows) {
    if (isExpired({ valid_until }, today)) continue
    const certificate = { value: name_en, name, number, valid_until: valid_until === null ? null : isoDay(valid_until) }
    certificates.set(product_id, [...(certificates.get(product_id) ?? []), certificate])
  }
  return certificates
}

const toRow = ({ name_en, name_bn, number, valid_until }: CertificateForm) => ({
  name_en,
  name_bn: name_bn || null,
  number,
  valid_until: parseDay(valid_until) ?? null,
})

export const toForm = ({ name_en, name_bn, number, valid_until }: CertificateRow): CertificateForm => ({
  name_en,
  name_bn: name_bn ?? '',
  number,
  valid_until: valid_until === null ? '' : isoDay(valid_until),
})
