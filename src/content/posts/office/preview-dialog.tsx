import { useEffect, useState } from 'react'
import { useApi, useWords } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/form/field.tsx'
import { inLanguage, readLanguage } from '#routes/public.ts'
import type { PostsOfficeApi } from './contract.ts'
import styles from './ask.module.css'
import type { PostEdit } from './use-post.ts'
import { clockOf } from './zone.ts'

interface Link {
  path: string
  until: string
}

/** A dialog with a secret link to the draft. The link is shown once, because only its hash is stored. */
export function PreviewDialog({ post, open, onClose }: { post: PostEdit; open: boolean; onClose: () => void }) {
  const { t, count } = useWords()
  const api = useApi<PostsOfficeApi>()
  const [link, setLink] = useState<Link | 'failed' | null>(null)
  const [isCopied, setCopied] = useState(false)
  const [ended, setEnded] = useState(false)
  const { id, previews } = post.file
  const { isClean, isSaving } = post
  const waits = open && !isClean && !isSaving
  useEffect(() => {
    if (waits) void post.saveAll()
  }, [waits]) // eslint-disable-line react/exhaustive-deps
  useEffect(() => {
    if (!open) return
    let isLeft = false
    setEnded(false)
    setCopied(false)
    setLink(null)
    api.openPostPreview({ id }).then(
      (made) => isLeft || setLink(made),
      () => isLeft || setLink('failed'),
    )
    return () => {
      isLeft = true
    }
  }, [open, api, id])

  async function end() {
    try {
      post.show(await api.endPostPreviews({ id }))
      setEnded(true)
    } catch {
      setLink('failed')
    }
  }
  return (
    <Dialog open={open} title={t('posts.preview_title')} onClose={onClose}>
      <div className={styles.ask}>
        {ended ? (
          <p role="status">{t('posts.done_previews_ended')}</p>
        ) : link === 'failed' ? (
          <p role="alert">{t('posts.failed')}</p>
        ) : link === null ? (
          <p role="status">{t('posts.preview_making')}</p>
        ) : (
          <>
            <p>{t('posts.preview_text', { day: clockOf(link.until).day })}</p>
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
                look="secondary"
                onClick={() =>
                  void navigator.clipboard?.writeText(location.origin + link.path).then(() => setCopied(true))
                }
              >
                {t(isCopied ? 'posts.preview_copied' : 'posts.preview_copy')}
              </Button>
              <Button look="quiet" onClick={() => void end()}>
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
