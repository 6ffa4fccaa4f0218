import { useEffect, useState } from 'react'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/form/field.tsx'
import { inLanguage, readLanguage } from '#routes/public.ts'
import type { PostsOfficeApi } from './contract.ts'
import styles from './dialog.module.css'
import type { PostEdit } from './use-post.ts'
import { splitTimestamp } from './time-zone-name.ts'

interface PreviewLink {
  path: string
  until: string
}

/** A dialog with a secret link to the draft. The link is shown once, because only its hash is stored. */
export function PreviewDialog({ post, open, onClose }: { post: PostEdit; open: boolean; onClose: () => void }) {
  const { t, count } = useTranslator()
  const api = useApi<PostsOfficeApi>()
  const [link, setLink] = useState<PreviewLink | 'failed' | null>(null)
  const [isCopied, setIsCopied] = useState(false)
  const [isEnded, setIsEnded] = useState(false)
  const { id, previews } = post.file
  const { isClean, isSaving } = post
  const shouldSave = open && !isClean && !isSaving
  useEffect(() => {
    if (shouldSave) void post.saveAll()
  }, [shouldSave]) // eslint-disable-line react/exhaustive-deps -- `post` is new in every render
  useEffect(() => {
    if (!open) return
    let isClosed = false
    setIsEnded(false)
    setIsCopied(false)
    setLink(null)
    api.createPostPreview({ id }).then(
      (createdLink) => isClosed || setLink(createdLink),
      () => isClosed || setLink('failed'),
    )
    return () => {
      isClosed = true
    }
  }, [open, api, id])

  async function endPreviews() {
    try {
      post.show(await api.revokePostPreviews({ id }))
      setIsEnded(true)
    } catch {
      setLink('failed')
    }
  }
  return (
    <Dialog open={open} title={t('posts.preview_title')} onClose={onClose}>
      <div className={styles.ask}>
        {isEnded ? (
          <p role="status">{t('posts.done_previews_ended')}</p>
        ) : link === 'failed' ? (
          <p role="alert">{t('posts.failed')}</p>
        ) : link === null ? (
          <p role="status">{t('posts.preview_making')}</p>
        ) : (
          <>
            <p>{t('posts.preview_text', { day: splitTimestamp(link.until).day })}</p>
            <p className={styles.ways}>
              {(['en', 'bn'] as const).map((language) => (
                <a
                  key={language}
                  href={inLanguage(readLanguage(link.path).path, language)}
                  target="_blank"
                  rel="noreferrer"
                >
                  {t(language === 'en' ? 'posts.preview_open' : 'posts.preview_bangla')}
                </a>
              ))}
            </p>
            <TextField
              label={t('posts.preview_link')}
              name="preview"
              readOnly
              value={location.origin + link.path}
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
            <div className={styles.choice}>
              <Button
                variant="secondary"
                onClick={() =>
                  void navigator.clipboard?.writeText(location.origin + link.path).then(() => setIsCopied(true))
                }
              >
                {t(isCopied ? 'posts.preview_copied' : 'posts.preview_copy')}
              </Button>
              <Button variant="quiet" onClick={() => void endPreviews()}>
                {t('posts.preview_end')}
              </Button>
            </div>
            <p className={styles.small}>{count('posts.preview_links', previews.links + 1)}</p>
          </>
        )}
      </div>
    </Dialog>
  )
}
