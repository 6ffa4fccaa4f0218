import type { Tables } from './tables.ts'

/**
 * What is the same for every reader: the tables of which pages are made that are kept, and what is kept with them. They
 * are written by way of platform/database/publish.ts alone, so that no page is ever older than what it shows.
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
  'product',
] as const satisfies readonly (keyof Tables)[]

export type PublishedTable = (typeof publishedTables)[number]
