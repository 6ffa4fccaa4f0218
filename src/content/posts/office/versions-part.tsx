import { useEffect, useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { MoreButton, usePaged, type PageOf } from '#ui/office/list.tsx'
import { formatWhen } from '#ui/office/format-time.ts'
import type { Language } from '#routes/public.ts'
import type { PostsOfficeApi, PostVersion } from './contract.ts'
import { DifferenceView } from './difference-view.tsx'
import styles from './versions.module.css'
import type { PostEdit } from './use-post.ts'

const emptyPage: PageOf<PostVersion> = { data: [], more: null }

/** The stored versions of a post, with comparison and restore. */
export function VersionsPart({ post, onDone }: { post: PostEdit; onDone: (message: string) => void }) {
  const { t } = useTranslator()
  const api = useApi<PostsOfficeApi>()
  const { id } = post.file
  const [firstPage, setFirstPage] = useState<PageOf<PostVersion> | 'failed' | null>(null)
  const [selectedVersion, setSelectedVersion] = useState<PostVersion | null>(null)
  useEffect(() => {
    let isCancelled = false
    api.getPostVersions({ id }).then(
      (page) => isCancelled || setFirstPage(page),
      () => isCancelled || setFirstPage((previous) => previous ?? 'failed'),
    )
    return () => {
      isCancelled = true
    }
  }, [api, id, post.revision])
  const { rows, paging } = usePaged(firstPage === 'failed' || firstPage === null ? emptyPage : firstPage, (after) =>
    api.getPostVersions({ id, after }),
  )
  if (firstPage === null) return <p role="status">{t('posts.versions_loading')}</p>
  if (firstPage === 'failed') return <p role="alert">{t('posts.failed')}</p>
  if (rows.length === 0) return <p className="small">{t('posts.versions_none')}</p>
  return (
    <>
      <ol role="list" className={styles.versions}>
        {rows.map((version) => (
          <li className="line-3 between" key={version.id} data-kind={version.kind}>
            <VersionSummary version={version} />
            <Button variant="quiet" onClick={() => setSelectedVersion(version)}>
              {t('posts.compare')}
            </Button>
          </li>
        ))}
      </ol>
      <MoreButton {...paging} />
      <Dialog
        open={selectedVersion !== null}
        size="wide"
        title={t('posts.compare')}
        onClose={() => setSelectedVersion(null)}
      >
        {selectedVersion && (
          <VersionComparison
            key={selectedVersion.id}
            post={post}
            version={selectedVersion}
            onDone={(message) => {
              setSelectedVersion(null)
              onDone(message)
            }}
          />
        )}
      </Dialog>
    </>
  )
}

function VersionSummary({ version: { kind, at, who } }: { version: PostVersion }) {
  const translator = useTranslator()
  const { t } = translator
  const kindLabels = {
    published: t('posts.kind_published'),
    scheduled: t('posts.kind_scheduled'),
    saved: t('posts.kind_saved'),
    autosaved: t('posts.kind_autosaved'),
    restored: t('posts.kind_restored'),
  }
  return (
    <p>
      <strong>{kindLabels[kind]}</strong>
      <span>{[formatWhen(translator, at), who].filter(Boolean).join(', ')}</span>
    </p>
  )
}

type Comparison = Awaited<ReturnType<PostsOfficeApi['getPostVersion']>>

/** The changes since a version in each language, with buttons that restore the version as the draft. */
function VersionComparison({
  post,
  version,
  onDone,
}: {
  post: PostEdit
  version: PostVersion
  onDone: (message: string) => void
}) {
  const translator = useTranslator()
  const { t } = translator
  const api = useApi<PostsOfficeApi>()
  const { id } = post.file
  const [comparison, setComparison] = useState<Comparison | 'failed' | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  useEffect(() => {
    let isCancelled = false
    api.getPostVersion({ id, version_id: version.id }).then(
      (loadedComparison) => isCancelled || setComparison(loadedComparison),
      () => isCancelled || setComparison('failed'),
    )
    return () => {
      isCancelled = true
    }
  }, [api, id, version.id, post.revision])

  async function restore(languages: Language[]) {
    setIsBusy(true)
    setFailure(null)
    try {
      post.show(await api.restorePost({ ...post.loadedVersions, version_id: version.id, languages }))
      onDone(t('posts.done_restored'))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 409) post.show(await post.refresh().catch(() => post.file))
      setFailure(error.status === 409 ? t('posts.stale') : error.message || t('posts.failed'))
      setIsBusy(false)
    }
  }
  const hasChanged = (language: Language) =>
    comparison !== null &&
    comparison !== 'failed' &&
    JSON.stringify(comparison.before[language]) !== JSON.stringify(comparison.now[language])
  const changedLanguages = (['en', 'bn'] as const).filter(hasChanged)
  return (
    <div className={styles.one}>
      <h3>{t('posts.compared', { when: formatWhen(translator, version.at) })}</h3>
      <VersionSummary version={version} />
      {comparison === null && <p role="status">{t('posts.versions_loading')}</p>}
      {comparison === 'failed' && <p role="alert">{t('posts.failed')}</p>}
      {failure && <p role="alert">{failure}</p>}
      {comparison !== null && comparison !== 'failed' && (
        <>
          {changedLanguages.length === 0 && <p>{t('posts.same')}</p>}
          {changedLanguages.map((language) => (
            <DifferenceView
              key={language}
              language={language}
              before={comparison.before[language]}
              after={comparison.now[language]}
            />
          ))}
          {changedLanguages.length > 0 && (
            <div className={styles.restore}>
              <p className="small">{t('posts.restore_text')}</p>
              <div className="row-4">
                {changedLanguages.length === 2 && (
                  <Button
                    variant="secondary"
                    isBusy={isBusy || !post.isClean}
                    onClick={() => void restore(['en', 'bn'])}
                  >
                    {t('posts.restore_both')}
                  </Button>
                )}
                {changedLanguages.map((language) => (
                  <Button
                    key={language}
                    variant="secondary"
                    isBusy={isBusy || !post.isClean}
                    onClick={() => void restore([language])}
                  >
                    {t(language === 'en' ? 'posts.restore_english' : 'posts.restore_bangla')}
                  </Button>
                ))}
              </div>
            </div>
          )}
        </>
      )}
    </div>
  )
}
