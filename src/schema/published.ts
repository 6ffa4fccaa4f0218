import type { Tables } from './tables.ts'

/**
 * Tables whose content is the same for every visitor. They are written only through platform/database/publish.ts, so
 * that no cached page is outdated.
 */
export const publishedTables = [
  'setting',
  'picture',
  'category',
  'post',
  'post_redirect',
  'slide',
  'passage',
  'wording',
  'room',
  'room_picture',
  'room_old_slug',
  'unit',
  'unit_closure',
  'facility_group',
  'facility',
  'room_facility',
  'rate',
  'vat_rate',
  'policy',
  'extra',
  'product',
  'certificate',
  'product_certificate',
] as const satisfies readonly (keyof Tables)[]

export type PublishedTable = (typeof publishedTables)[number]
