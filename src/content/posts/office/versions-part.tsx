import { useEffect, useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { useApi, useWords } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { More, usePaged, type PageOf } from '#ui/office/list.tsx'
import { when } from '#ui/office/when.ts'
import type { Language } from '#routes/public.ts'
import type { PostsOfficeApi, PostVersion } from './contract.ts'
import { DifferenceView } from './difference-view.tsx'
import styles from './versions.module.css'
import type { PostEdit } from './use-post.ts'

const nothing: PageOf<PostVersion> = { data: [], more: null }

/** The stored versions of a post, with comparison and restore. */
export function VersionsPart({ post, onDone }: { post: PostEdit; onDone: (said: string) => void }) {
  const { t } = useWords()
  const api = useApi<PostsOfficeApi>()
  const { id } = post.file
  const [first, setFirst] = useState<PageOf<PostVersion> | 'failed' | null>(null)
  const [chosen, setChosen] = useState<PostVersion | null>(null)
  useEffect(() => {
    let isLeft = false
    api.getPostVersions({ id }).then(
      (page) => isLeft || setFirst(page),
      () => isLeft || setFirst((before) => before ?? 'failed'),
    )
    return () => {
      isLeft = true
    }
  }, [api, id, post.revision])
  const { rows, paging } = usePaged(first === 'failed' || first === null ? nothing : first, (after) =>
    api.getPostVersions({ id, after }),
  )
  if (first === null) return <p role="status">{t('posts.versions_loading')}</p>
  if (first === 'failed') return <p role="alert">{t('posts.failed')}</p>
  if (rows.length === 0) return <p className={styles.small}>{t('posts.versions_none')}</p>
  return (
    <>
      <ol role="list" className={styles.versions}>
        {rows.map((version) => (
          <li key={version.id} data-kind={version.kind}>
            <VersionSaid version={version} />
            <Button look="quiet" onClick={() => setChosen(version)}>
              {t('posts.compare')}
            </Button>
          </li>
        ))}
      </ol>
      <More {...paging} />
      <Dialog open={chosen !== null} size="wide" title={t('posts.compare')} onClose={() => setChosen(null)}>
        {chosen && (
          <OneVersion
            key={chosen.id}
            post={post}
            version={chosen}
            onDone={(said) => {
              setChosen(null)
              onDone(said)
            }}
          />
        )}
      </Dialog>
    </>
  )
}

function VersionSaid({ version: { kind, at, who } }: { version: PostVersion }) {
  const translator = useWords()
  const { t } = translator
  const said = {
    published: t('posts.kind_published'),
    scheduled: t('posts.kind_scheduled'),
    saved: t('posts.kind_saved'),
    autosaved: t('posts.kind_autosaved'),
    restored: t('posts.kind_restored'),
  }
  return (
    <p>
      <strong>{said[kind]}</strong>
      <span>{[when(translator, at), who].filter(Boolean).join(', ')}</span>
    </p>
  )
}

type Compared = Awaited<ReturnType<PostsOfficeApi['getPostVersion']>>

/** The changes since a version in each language, and buttons to restore it as the draft. */
function OneVersion({
  post,
  version,
  onDone,
}: {
  post: PostEdit
  version: PostVersion
  onDone: (said: string) => void
}) {
  const translator = useWords()
  const { t } = translator
  const api = useApi<PostsOfficeApi>()
  const { id } = post.file
  const [compared, setCompared] = useState<Compared | 'failed' | null>(null)
  const [told, setTold] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    let isLeft = false
    api.getPostVersion({ id, version_id: version.id }).then(
      (found) => isLeft || setCompared(found),
      () => isLeft || setCompared('failed'),
    )
    return () => {
      isLeft = true
    }
  }, [api, id, version.id, post.revision])

  async function restore(languages: Language[]) {
    setBusy(true)
    setTold(null)
    try {
      post.show(await api.restorePost({ ...post.read, version_id: version.id, languages }))
      onDone(t('posts.done_restored'))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 409) post.show(await post.refresh().catch(() => post.file))
      setTold(error.status === 409 ? t('posts.stale') : error.message || t('posts.failed'))
      setBusy(false)
    }
  }
  const isOther = (language: Language) =>
    compared !== null &&
    compared !== 'failed' &&
    JSON.stringify(compared.before[language]) !== JSON.stringify(compared.now[language])
  const others = (['en', 'bn'] as const).filter(isOther)
  return (
    <div className={styles.one}>
      <h3>{t('posts.compared', { when: when(translator, version.at) })}</h3>
      <VersionSaid version={version} />
      {compared === null && <p role="status">{t('posts.versions_loading')}</p>}
      {compared === 'failed' && <p role="alert">{t('posts.failed')}</p>}
      {told && <p role="alert">{told}</p>}
      {compared !== null && compared !== 'failed' && (
        <>
          {others.length === 0 && <p>{t('posts.same')}</p>}
          {others.map((language) => (
            <DifferenceView
              key={language}
              language={language}
              then={compared.before[language]}
              now={compared.now[language]}
            />
          ))}
          {others.length > 0 && (
            <div className={styles.restore}>
              <p className={styles.small}>{t('posts.restore_text')}</p>
              <div className={styles.choice}>
                {others.length === 2 && (
                  <Button look="secondary" busy={isBusy || !post.isClean} onClick={() => void restore(['en', 'bn'])}>
                    {t('posts.restore_both')}
                  </Button>
                )}
                {others.map((language) => (
                  <Button
                    key={language}
                    look="secondary"
                    busy={isBusy || !post.isClean}
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
