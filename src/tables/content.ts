import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/** What is read and looked at. */
export interface ContentTables {
  picture: PictureTable
  category: CategoryTable
  post: PostTable
  slide: SlideTable
  passage: PassageTable
  wording: { key: string; language: string; text: string }
}

interface PictureTable {
  name: string
  alt_en: string
  alt_bn: string | null
  illustrative: Flag
  width: number
  height: number
  colour: string
  files: string
}

interface CategoryTable {
  id: number
  slug: string
  title_en: string
  title_bn: string | null
  intro_en: string
  intro_bn: string | null
}

interface PostTable {
  id: Generated<number>
  category_id: number
  slug: string
  picture: string | null
  title_en: string
  title_bn: string | null
  summary_en: string
  summary_bn: string | null
  body_en: string
  body_bn: string | null
  position: number
  published_at: number | null
  updated_at: number
}

interface SlideTable {
  id: Generated<number>
  picture: string
  title_en: string
  title_bn: string | null
  text_en: string
  text_bn: string | null
  link_path: string
  link_label_en: string
  link_label_bn: string | null
  position: number
  active: Flag
}

interface PassageTable {
  page: string
  key: string
  position: number
  title_en: string
  title_bn: string | null
  text_en: string
  text_bn: string | null
}
