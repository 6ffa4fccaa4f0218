import type { Generated } from 'kysely'

/** Technical tables. */
export interface PlatformTables {
  /** The completed runs of daily tasks. */
  daily_run: { name: string; day: number; at: number }
  setting: { key: string; value: string }
  content_version: { id: number; version: number }
  app_secret: { id: number; value: string }
  readiness: { id: number; checked_at: number }
  job: JobTable
  rate_limit: { key: string; hits: number; resets_at: number }
  request_key: { scope: string; key: string; request_hash: string; answer: string; created_at: number }
  audit: AuditTable
  backup: BackupTable
}

/** A backup that the administrator has made. */
interface BackupTable {
  id: Generated<number>
  taken_at: number
  bytes: number
  encrypted: number
}

interface JobTable {
  id: Generated<number>
  kind: string
  payload: string
  run_at: number
  attempts: Generated<number>
  last_error: string | null
  created_at: number
  done_at: number | null
  failed_at: number | null
}

interface AuditTable {
  id: Generated<number>
  at: number
  account_id: number | null
  action: string
  subject: string
  details: string | null
  changes: string | null
  address: string | null
}
