import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/** Pictures and their files. */
export interface MediaTables {
  picture: PictureTable
  picture_upload: UploadTable
  picture_upload_part: { upload_id: number; position: number; content: Uint8Array }
  picture_file: FileTable
  /** The pictures used in a text. `place_id`: the ID of the post or version, or the page and key of the passage. */
  text_picture: { picture: string; place: TextLocation; place_id: string }
  picture_file_part: { file: string; position: number; content: Uint8Array }
}

export type TextLocation = 'post' | 'draft' | 'version' | 'passage'

interface PictureTable {
  name: string
  title: Generated<string>
  alt_en: string
  alt_bn: string | null
  decorative: Generated<Flag>
  focus_x: Generated<number>
  focus_y: Generated<number>
  illustrative: Flag
  width: number
  height: number
  colour: string
  files: string
  version: Generated<number>
  added_at: Generated<number>
  upload_id: Generated<number | null>
  built: Generated<Flag>
  edited: Generated<Flag>
}

interface UploadTable {
  id: Generated<number>
  picture: string
  replaces: Flag
  title: string
  sha256: string
  type: string
  bytes: number
  width: number
  height: number
  state: 'waiting' | 'making' | 'ready' | 'failed' | 'replaced'
  reason: string | null
  done: Generated<number>
  steps: number
  account_id: number | null
  created_at: number
}

interface FileTable {
  name: string
  upload_id: number
  type: string
  width: number
  served: Flag
  bytes: number
}
