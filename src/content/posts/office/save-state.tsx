import { useTranslator } from '#platform/pages/page.tsx'
import { formatWhen } from '#ui/office/format-time.ts'
import styles from './post.module.css'
import type { PostEdit } from './use-post.ts'

/** The save state of a post with the time. A failure stays visible until it is resolved. */
export function SaveState({ post: { parts, isSaving, isClean } }: { post: PostEdit }) {
  const translator = useTranslator()
  const { t } = translator
  const failedState = parts.map(({ state }) => state).find((state) => state.kind === 'failed')
  const savedAt = Math.max(0, ...parts.map(({ state }) => (state.kind === 'saved' ? state.at : 0)))
  const text = failedState
    ? failedState.message
    : isSaving
      ? t('posts.saving')
      : !isClean
        ? t('edit.unsaved')
        : savedAt > 0
          ? t('edit.saved', { when: formatWhen(translator, new Date(savedAt).toISOString()) })
          : ''
  return (
    <p className={styles.saved} role={failedState ? 'alert' : 'status'} data-kind={failedState && 'failed'}>
      {text}
    </p>
  )
}
