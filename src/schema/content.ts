import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/** The texts and posts of the site. */
export interface ContentTables {
  category: CategoryTable
  post: PostTable
  slide: SlideTable
  passage: PassageTable
  wording: WordingTable
  settings_section: { name: string; version: Generated<number> }
  post_draft: PostDraftTable
  post_version: PostVersionTable
  post_schedule: PostScheduleTable
  post_redirect: { slug: string; post_id: number }
  post_preview: { token_hash: Uint8Array; post_id: number; account_id: number | null; until_at: number }
}

interface CategoryTable {
  id: number
  slug: string
  title_en: string
  title_bn: string | null
  intro_en: string
  intro_bn: string | null
  version: Generated<number>
}

/** The content of a post, for its published, draft and version rows. */
interface PostContent {
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
  stay_nights: number | null
  stay_room_id: number | null
  stay_price_poisha: number | null
  stay_extras: string | null
}

/** A post that was never published has empty content here, and a slug that no URL can contain. */
interface PostTable extends PostContent {
  id: Generated<number>
  published_at: number | null
  updated_at: number
}

interface PostDraftTable extends PostContent {
  post_id: number
  /** The version of the fields that both languages share. */
  version: Generated<number>
  version_en: Generated<number>
  version_bn: Generated<number>
  /** The browser tab that saved last. */
  tab: Generated<string>
  tab_en: Generated<string>
  tab_bn: Generated<string>
  /** Whether the draft differs from the published post. */
  changed: Generated<Flag>
  edited_at: number
  edited_by: number | null
}

interface PostVersionTable extends PostContent {
  id: Generated<number>
  post_id: number
  kind: 'published' | 'scheduled' | 'saved' | 'autosaved' | 'restored'
  at: number
  /** The time of the first autosave of this version. Autosaves of one tab are collected in one version. */
  began_at: number
  account_id: number | null
}

interface PostScheduleTable {
  id: Generated<number>
  post_id: number
  version_id: number
  at: number
  account_id: number | null
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
  version: Generated<number>
}

interface PassageTable {
  page: string
  key: string
  position: number
  title_en: string
  title_bn: string | null
  text_en: string
  text_bn: string | null
  picture: string | null
  version: Generated<number>
}

/** A text of the site or of an email that replaces the product's message. Empty: the product's message applies. */
interface WordingTable {
  key: string
  language: string
  text: string
  version: Generated<number>
}
