import { useState } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextArea, TextField } from '#ui/form/field.tsx'
import { BothVersions } from '#ui/office/edit/edit-form.tsx'
import type { RichTextProps } from '#ui/rich-text/props.ts'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import type { Language } from '#routes/public.ts'
import { splitParagraphs } from '../difference.ts'
import ask from './dialog.module.css'
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
  const { t } = useTranslator()
  const edit = post[language]
  const { row } = edit
  const formatLanguageLabel = (label: string) => t(language === 'en' ? 'edit.in_english' : 'edit.in_bangla', { label })
  const untranslatedFields = language === 'bn' ? listUntranslatedFields(post) : []
  const isEmpty = !row.title && !row.summary && !row.body
  const labels = { title: t('posts.post_title'), summary: t('posts.summary'), body: t('posts.body') }
  const changeText = (patch: Partial<typeof row>) => post.setText(language, patch)
  return (
    <section className={styles.language} aria-label={t(language === 'en' ? 'posts.english' : 'posts.bangla')}>
      <header className={styles.languageHead}>
        <h2>{t(language === 'en' ? 'posts.english' : 'posts.bangla')}</h2>
        {language === 'bn' && <CopyEnglish post={post} isEmpty={isEmpty} />}
      </header>
      <div className={styles.notes}>
        {edit.otherVersion && (
          <BothVersions
            edit={edit}
            otherVersion={edit.otherVersion}
            labels={labels}
            formatField={(field, value) =>
              field === 'body' ? splitParagraphs(value as string).join('\n\n') : undefined
            }
          />
        )}
        {untranslatedFields.length > 0 && (
          <p className={styles.untranslated}>
            {isEmpty
              ? t('posts.untranslated')
              : t('posts.untranslated_parts', { parts: untranslatedFields.map((field) => labels[field]).join(', ') })}
          </p>
        )}
      </div>
      <TextField
        label={formatLanguageLabel(labels.title)}
        lang={language}
        maxLength={160}
        {...edit.text('title')}
        onChange={({ currentTarget }) => changeText({ title: currentTarget.value })}
      />
      <TextArea
        label={formatLanguageLabel(labels.summary)}
        lang={language}
        rows={3}
        maxLength={400}
        hint={language === 'en' ? t('posts.summary_hint') : undefined}
        {...edit.text('summary')}
        onChange={({ currentTarget }) => changeText({ summary: currentTarget.value })}
      />
      <RichText
        label={formatLanguageLabel(labels.body)}
        language={language}
        value={row.body}
        error={edit.error('body')}
        onChange={(body) => changeText({ body })}
        choosePicture={choosePicture}
      />
    </section>
  )
}

/** Lists the fields that exist only in English. */
const listUntranslatedFields = ({ en, bn }: PostEdit) =>
  (['title', 'summary', 'body'] as const).filter((field) => en.row[field] !== '' && bn.row[field] === '')

/** Copies the English text and asks first if that overwrites a text. */
function CopyEnglish({ post, isEmpty }: { post: PostEdit; isEmpty: boolean }) {
  const { t } = useTranslator()
  const [isConfirming, setIsConfirming] = useState(false)
  const { title, summary, body } = post.en.row
  if (!title && !summary && !body) return null
  function copy() {
    post.setText('bn', { title, summary, body })
    setIsConfirming(false)
  }
  return (
    <>
      <Button variant="quiet" onClick={() => (isEmpty ? copy() : setIsConfirming(true))}>
        {t('posts.copy_english')}
      </Button>
      <Dialog open={isConfirming} tone="warning" title={t('posts.copy_title')} onClose={() => setIsConfirming(false)}>
        <div className={ask.ask}>
          <p>{t('posts.copy_text')}</p>
          <div className={ask.choice}>
            <Button variant="secondary" onClick={() => setIsConfirming(false)}>
              {t('edit.go_back')}
            </Button>
            <Button variant="quiet" onClick={copy}>
              {t('posts.copy_submit')}
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  )
}
