import { useEffect, useRef, useState, type ReactNode } from 'react'
import { navigate } from '#platform/pages/navigate.ts'
import { useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icons.tsx'
import { readRecordId } from '#ui/office/record-address.ts'
import { useOffice } from '#ui/office/office-context.ts'
import { ConfirmedAction } from '#ui/office/confirmed-action.tsx'
import { ActionBar, BackLink, RecordSection } from '#ui/office/record-page.tsx'
import { History } from '#ui/office/history.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { tablet } from '#ui/breakpoints.ts'
import { useMedia } from '#ui/use-media-query.ts'
import { officePages } from '#routes/office.ts'
import type { PostRecord, PostsOfficeApi } from './contract.ts'
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
import { usePostEdit, type PostEdit } from './use-post.ts'
import { VersionsPart } from './versions-part.tsx'

/** The editor of a post in both languages, also for a new post. */
export const officePostPage: Page<PostsOfficeApi, PostRecord | NewPostProps> = {
  async load({ api, route }) {
    if (route.params['id'] === 'new') return { choices: (await api.getPosts({})).categories }
    return api.getPost({ id: readRecordId(route) })
  },
  head: (data, { t, language }) => ({
    title: 'choices' in data ? t('posts.new') : getLocalizedTitle(data, language) || t('posts.untitled'),
    hidden: true,
  }),
  View: PostView,
}

const getLocalizedTitle = ({ en, bn }: PostRecord, language: string) => (language === 'bn' && bn.title) || en.title

function PostView({ data }: { data: PostRecord | NewPostProps }) {
  return 'choices' in data ? <NewPost {...data} /> : <PostEditor key={data.id} data={data} />
}

function PostEditor({ data }: { data: PostRecord }) {
  const { t } = useTranslator()
  const mayPublish = useOffice().can('publish')
  const post = usePostEdit(data)
  const [openDialog, setOpenDialog] = useState<'publish' | 'preview' | null>(null)
  const [doneMessage, setDoneMessage] = useState<string | null>(null)
  const { choose, dialog } = usePicturePicker()
  useSaveKey(() => void post.saveAll())
  const showDone = (message: string) => {
    setOpenDialog(null)
    setDoneMessage(message)
  }
  const isUpToDate = post.file.published !== null && !post.file.changed && post.isClean
  return (
    <article className={`stack-4 ${styles.desk}`}>
      <PostHead post={post} doneMessage={doneMessage} onDone={showDone} />
      <PostParts
        en={<TextPart post={post} language="en" choosePicture={choose} />}
        bn={<TextPart post={post} language="bn" choosePicture={choose} />}
        details={<Details post={post} />}
        versions={<Versions post={post} onDone={showDone} />}
      />
      <ActionBar>
        {mayPublish && (
          <Button disabled={isUpToDate} onClick={() => setOpenDialog('publish')}>
            {t(post.file.published ? 'posts.publish_changes' : 'posts.publish')}
          </Button>
        )}
        <Button variant="secondary" onClick={() => setOpenDialog('preview')}>
          {t('posts.preview')}
        </Button>
        <Button variant="quiet" isBusy={post.isSaving} onClick={() => void post.saveAll()}>
          {t('posts.save')}
        </Button>
        {!mayPublish && <p className="small">{t('posts.cannot_publish')}</p>}
      </ActionBar>
      <PublishDialog
        post={post}
        open={openDialog === 'publish'}
        onClose={() => setOpenDialog(null)}
        onDone={showDone}
      />
      <PreviewDialog post={post} open={openDialog === 'preview'} onClose={() => setOpenDialog(null)} />
      {dialog}
    </article>
  )
}

interface SectionProps {
  post: PostEdit
  onDone: (message: string) => void
}

/** The title of the post, the save state, and when the post is public. */
function PostHead({ post, doneMessage, onDone }: SectionProps & { doneMessage: string | null }) {
  const { t, language } = useTranslator()
  const api = useApi<PostsOfficeApi>()
  const { file: record } = post
  return (
    <header className="stack-1">
      <BackLink to={officePages.posts} label={t('posts.title')} />
      <div className={styles.named}>
        <h1>{(language === 'bn' && post.bn.row.title) || post.en.row.title || t('posts.untitled')}</h1>
        <SaveState post={post} />
      </div>
      <PublicationState
        post={post}
        onCancel={async () => {
          post.show(await api.cancelPostSchedule({ id: record.id }))
          onDone(t('posts.done_cancelled'))
        }}
        onReschedule={async () => {
          const { day, time } = record.scheduled!
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
  )
}

type PartName = 'en' | 'bn' | 'details' | 'versions'

/** The parts of the editor in columns. Narrow screens show one part at a time. */
function PostParts(parts: Record<PartName, ReactNode>) {
  const { t, language } = useTranslator()
  const isNarrow = !useMedia(tablet)
  const [tab, setTab] = useState<PartName>(language)
  if (!isNarrow)
    return (
      <div className={styles.columns}>
        {parts.en}
        {parts.bn}
        <div className={styles.aside}>
          <div>{parts.details}</div>
          <div>{parts.versions}</div>
        </div>
      </div>
    )
  return (
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
      <div className={styles.panel}>{parts[tab]}</div>
    </Tabs>
  )
}

function Details({ post }: { post: PostEdit }) {
  const { t } = useTranslator()
  return (
    <>
      <RecordSection title={t('posts.details')}>
        <DetailsPart post={post} />
      </RecordSection>
      <RecordSection title={t('posts.lacks')}>
        <WarningList post={post} />
      </RecordSection>
    </>
  )
}

/** The versions and the log of a post, and the buttons that take it down or remove it. */
function Versions({ post, onDone }: SectionProps) {
  const { t, language } = useTranslator()
  const api = useApi<PostsOfficeApi>()
  const mayPublish = useOffice().can('publish')
  const { file: record } = post
  async function unpublish() {
    post.show(await api.unpublishPost({ id: record.id }))
    onDone(t('posts.done_taken_down'))
  }
  async function remove() {
    await api.removePost({ id: record.id })
    navigate(officePages.posts, language, 'replace')
  }
  const getConfirmProps = (name: 'take_down' | 'remove') => ({
    label: t(`posts.${name}`),
    title: t(`posts.${name}_title`),
    text: t(`posts.${name}_text`),
    confirmLabel: t(`posts.${name}_submit`),
    failed: t('posts.failed'),
  })
  return (
    <>
      <RecordSection title={t('posts.versions')}>
        <VersionsPart post={post} onDone={onDone} />
      </RecordSection>
      {mayPublish && record.published && (
        <div>
          <ConfirmedAction {...getConfirmProps('take_down')} onConfirm={unpublish} />
        </div>
      )}
      {!record.published && !record.scheduled && (
        <div>
          <ConfirmedAction {...getConfirmProps('remove')} disabled={!post.isClean} onConfirm={remove} />
        </div>
      )}
      <History subject={`post ${record.id}`} version={post.revision} />
    </>
  )
}

/** Saves with Ctrl+S or Cmd+S. */
function useSaveKey(save: () => void): void {
  const latestSave = useRef(save)
  useEffect(() => {
    latestSave.current = save
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      latestSave.current()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
