import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { loadConversation } from './conversation.ts'

/**
 * Saves the draft answer of the current user; an empty text deletes it. Drafts are personal and independent of the
 * assignee and the state.
 */
export async function saveDraft(
  db: Database,
  ctx: RequestContext,
  { id, text }: { id: number; text: string },
): Promise<void> {
  await loadConversation(db, { id })
  const draftKey = { conversation_id: id, account_id: ctx.account!.id }
  if (text === '') {
    await db
      .deleteFrom('conversation_draft')
      .where((is) => is.and(draftKey))
      .execute()
    return
  }
  await db
    .insertInto('conversation_draft')
    .values({ ...draftKey, text, saved_at: ctx.now })
    .onConflict((conflict) =>
      conflict.columns(['conversation_id', 'account_id']).doUpdateSet({ text, saved_at: ctx.now }),
    )
    .execute()
}

export async function loadDraft(db: Database, { account }: RequestContext, id: number): Promise<string> {
  const row = await db
    .selectFrom('conversation_draft')
    .select('text')
    .where('conversation_id', '=', id)
    .where('account_id', '=', account!.id)
    .executeTakeFirst()
  return row?.text ?? ''
}
