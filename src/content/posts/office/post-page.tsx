import { useEffect, useRef, useState } from 'react'
import { notFoundError } from '#platform/errors.ts'
import { navigate, useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icons.tsx'
import { useDesk } from '#ui/office/desk.ts'
import { AskedAct } from '#ui/office/confirmed-action.tsx'
import { ActBar, BackLink, Part } from '#ui/office/record-page.tsx'
import { History } from '#ui/office/history.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { useMedia } from '#ui/use-media-query.ts'
import { officePages } from '#routes/office.ts'
import type { PostFile, PostsOfficeApi } from './contract.ts'
import { DetailsPart } from './details-part.tsx'
import { WarningList } from './warning-list.tsx'
import { NewPost, type NewPostProps } from './new-post.tsx'
import styles from './post.module.css'
import { PreviewDialog } from './preview-dialog.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { SaveState } from './save-state.tsx'
import { PublicationState } from './publication-state.tsx'
import { TextPart } from './text-part.tsx'
import { usePicturePicker } from './use-picture-picker.tsx'
import { usePostEdit } from './use-post.ts'
import { VersionsPart } from './versions-part.tsx'

/** The editor of a post in both languages, also for a new post. */
export const officePostPage: Page<PostsOfficeApi, PostFile | NewPostProps> = {
  async load({ api, place }) {
    if (place.params['id'] === 'new') return { choices: (await api.getPosts({})).categories }
    const id = Number(place.params['id'])
    if (!Number.isInteger(id) || id < 1) throw notFoundError()
    return api.getPost({ id })
  },
  head: (data, { t, language }) => ({
    title: 'choices' in data ? t('posts.new') : localizedTitle(data, language) || t('posts.untitled'),
    hidden: true,
  }),
  View: PostView,
}

const localizedTitle = ({ en, bn }: PostFile, language: string) => (language === 'bn' && bn.title) || en.title

function PostView({ data }: { data: PostFile | NewPostProps }) {
  return 'choices' in data ? <NewPost {...data} /> : <PostEditor key={data.id} data={data} />
}

type Tab = 'en' | 'bn' | 'details' | 'versions'

function PostEditor({ data }: { data: PostFile }) {
  const { t, language } = useTranslator()
  const api = useApi<PostsOfficeApi>()
  const mayPublish = useDesk().may('publish')
  const post = usePostEdit(data)
  const { file } = post
  // Narrow screens show one language at a time.
  const isNarrow = useMedia('(max-width: 47.99rem)')
  const [tab, setTab] = useState<Tab>(language)
  const [open, setOpen] = useState<'publish' | 'preview' | null>(null)
  const [doneMessage, setDoneMessage] = useState<string | null>(null)
  const { choose, dialog } = usePicturePicker()
  const title = (language === 'bn' && post.bn.row.title) || post.en.row.title || t('posts.untitled')
  useSaveKey(() => void post.saveAll())
  const showDone = (message: string) => {
    setOpen(null)
    setDoneMessage(message)
  }
  async function takeDown() {
    post.show(await api.takeDownPost({ id: file.id }))
    showDone(t('posts.done_taken_down'))
  }
  async function remove() {
    await api.removePost({ id: file.id })
    navigate(officePages.posts, language, 'replace')
  }
  const confirmProps = (name: 'take_down' | 'remove') => ({
    label: t(`posts.${name}`),
    title: t(`posts.${name}_title`),
    text: t(`posts.${name}_text`),
    yes: t(`posts.${name}_yes`),
    failed: t('posts.failed'),
  })
  const isUpToDate = file.published !== null && !file.changed && post.isClean
  const english = <TextPart post={post} language="en" choosePicture={choose} />
  const bangla = <TextPart post={post} language="bn" choosePicture={choose} />
  const details = (
    <>
      <Part title={t('posts.details')}>
        <DetailsPart post={post} />
      </Part>
      <Part title={t('posts.lacks')}>
        <WarningList post={post} />
      </Part>
    </>
  )
  const versions = (
    <>
      <Part title={t('posts.versions')}>
        <VersionsPart post={post} onDone={showDone} />
      </Part>
      {mayPublish && file.published && (
        <div>
          <AskedAct {...confirmProps('take_down')} act={takeDown} />
        </div>
      )}
      {!file.published && !file.scheduled && (
        <div>
          <AskedAct {...confirmProps('remove')} disabled={!post.isClean} act={remove} />
        </div>
      )}
      <History subject={`post ${file.id}`} version={post.revision} />
    </>
  )
  return (
    <article className={styles.desk}>
      <header className={styles.head}>
        <BackLink to={officePages.posts} label={t('posts.title')} />
        <div className={styles.named}>
          <h1>{title}</h1>
          <SaveState post={post} />
        </div>
        <PublicationState
          post={post}
          onCancel={async () => {
            post.show(await api.cancelPostSchedule({ id: file.id }))
            showDone(t('posts.done_cancelled'))
          }}
          onReschedule={async () => {
            const { day, time } = file.scheduled!
            post.show(await api.schedulePost({ ...post.loadedVersions, day, time }))
          }}
        />
        {doneMessage && (
          <p role="status" className={styles.done}>
            <Icon name="tick" size={20} />
            {doneMessage}
          </p>
        )}
      </header>
      {isNarrow ? (
        <Tabs
          label={t('posts.parts')}
          selected={tab}
          onSelect={setTab}
          tabs={[
            { key: 'en', label: t('posts.english') },
            { key: 'bn', label: t('posts.bangla') },
            { key: 'details', label: t('posts.details') },
            { key: 'versions', label: t('posts.versions') },
          ]}
        >
          <div className={styles.panel}>{{ en: english, bn: bangla, details, versions }[tab]}</div>
        </Tabs>
      ) : (
        <div className={styles.columns}>
          {english}
          {bangla}
          <div className={styles.aside}>
            <div>{details}</div>
            <div>{versions}</div>
          </div>
        </div>
      )}
      <ActBar>
        {mayPublish && (
          <Button disabled={isUpToDate} onClick={() => setOpen('publish')}>
            {t(file.published ? 'posts.publish_changes' : 'posts.publish')}
          </Button>
        )}
        <Button look="secondary" onClick={() => setOpen('preview')}>
          {t('posts.preview')}
        </Button>
        <Button look="quiet" busy={post.isSaving} onClick={() => void post.saveAll()}>
          {t('posts.save')}
        </Button>
        {!mayPublish && <p className={styles.small}>{t('posts.not_yours')}</p>}
      </ActBar>
      <PublishDialog post={post} open={open === 'publish'} onClose={() => setOpen(null)} onDone={showDone} />
      <PreviewDialog post={post} open={open === 'preview'} onClose={() => setOpen(null)} />
      {dialog}
    </article>
  )
}

/** Saves with Ctrl+S or Cmd+S. */
function useSaveKey(save: () => void): void {
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
