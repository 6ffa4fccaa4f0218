import { useState } from 'react'
import { useWords } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextArea, TextField } from '#ui/form/field.tsx'
import { BothVersions } from '#ui/office/edit-form.tsx'
import type { RichTextProps } from '#ui/rich-text/props.ts'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import type { Language } from '#routes/public.ts'
import { paragraphsOf } from '../difference.ts'
import ask from './ask.module.css'
import styles from './post.module.css'
import type { PostEdit } from './use-post.ts'

/** The text fields of a post in one language. */
export function TextPart({
  post,
  language,
  choosePicture,
}: {
  post: PostEdit
  language: Language
  choosePicture: RichTextProps['choosePicture']
}) {
  const { t } = useWords()
  const edit = post[language]
  const { row } = edit
  const labelOf = (label: string) => t(language === 'en' ? 'edit.in_english' : 'edit.in_bangla', { label })
  const missing = language === 'bn' ? missingIn(post) : []
  const isEmpty = !row.title && !row.summary && !row.body
  const labels = { title: t('posts.post_title'), summary: t('posts.summary'), body: t('posts.body') }
  const set = (patch: Partial<typeof row>) => post.setText(language, patch)
  return (
    <section className={styles.language} aria-label={t(language === 'en' ? 'posts.english' : 'posts.bangla')}>
      <header className={styles.languageHead}>
        <h2>{t(language === 'en' ? 'posts.english' : 'posts.bangla')}</h2>
        {language === 'bn' && <CopyEnglish post={post} isEmpty={isEmpty} />}
      </header>
      <div className={styles.notes}>
        {edit.theirs && (
          <BothVersions
            edit={edit}
            theirs={edit.theirs}
            labels={labels}
            say={(field, value) => (field === 'body' ? paragraphsOf(value as string).join('\n\n') : undefined)}
          />
        )}
        {missing.length > 0 && (
          <p className={styles.untranslated}>
            {isEmpty
              ? t('posts.untranslated')
              : t('posts.untranslated_parts', { parts: missing.map((field) => labels[field]).join(', ') })}
          </p>
        )}
      </div>
      <TextField
        label={labelOf(labels.title)}
        lang={language}
        maxLength={160}
        {...edit.text('title')}
        onChange={({ currentTarget }) => set({ title: currentTarget.value })}
      />
      <TextArea
        label={labelOf(labels.summary)}
        lang={language}
        rows={3}
        maxLength={400}
        hint={language === 'en' ? t('posts.summary_hint') : undefined}
        {...edit.text('summary')}
        onChange={({ currentTarget }) => set({ summary: currentTarget.value })}
      />
      <RichText
        label={labelOf(labels.body)}
        language={language}
        value={row.body}
        error={edit.error('body')}
        onChange={(body) => set({ body })}
        choosePicture={choosePicture}
      />
    </section>
  )
}

/** Lists the fields that exist only in English. */
const missingIn = ({ en, bn }: PostEdit) =>
  (['title', 'summary', 'body'] as const).filter((field) => en.row[field] !== '' && bn.row[field] === '')

/** Copies the English text and asks first if that overwrites a text. */
function CopyEnglish({ post, isEmpty }: { post: PostEdit; isEmpty: boolean }) {
  const { t } = useWords()
  const [isAsking, setAsking] = useState(false)
  const { title, summary, body } = post.en.row
  if (!title && !summary && !body) return null
  function copy() {
    post.setText('bn', { title, summary, body })
    setAsking(false)
  }
  return (
    <>
      <Button look="quiet" onClick={() => (isEmpty ? copy() : setAsking(true))}>
        {t('posts.copy_english')}
      </Button>
      <Dialog open={isAsking} tone="warning" title={t('posts.copy_over')} onClose={() => setAsking(false)}>
        <div className={ask.ask}>
          <p>{t('posts.copy_over_text')}</p>
          <div className={ask.choice}>
            <Button look="secondary" onClick={() => setAsking(false)}>
              {t('edit.keep')}
            </Button>
            <Button look="quiet" onClick={copy}>
              {t('posts.copy_yes')}
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  )
}
