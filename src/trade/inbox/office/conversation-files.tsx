import { useApi } from '#platform/pages/page.tsx'
import type { EnquiriesApi, StoredFile } from '../../enquiries/contract.ts'
import { StoredFileList } from '../../enquiries/files/stored-file-list.tsx'

/** The enquiry or the message with which files are stored. */
export type FileOwner = { enquiry: string } | { message: number }

export function ConversationFiles({ files, owner }: { files: readonly StoredFile[]; owner: FileOwner }) {
  const { getAttachment } = useApi<Pick<EnquiriesApi, 'getAttachment'>>()
  return <StoredFileList files={files} fetchFile={(file) => getAttachment({ ...owner, file })} />
}
