import { useState } from 'react'
import { navigate } from '#platform/pages/navigate.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { BackLink } from '#ui/office/record-page.tsx'
import { officeHref, officePages } from '#routes/office.ts'
import { proposeSlug } from '#platform/slug.ts'
import { pages } from '#routes/public.ts'
import type { OfficePosts, PostsOfficeApi } from './contract.ts'
import styles from './post.module.css'

export interface NewPostProps {
  choices: OfficePosts['categories']
}

/** The form for a new post: title, category and address. */
export function NewPost({ choices }: NewPostProps) {
  const { t, language } = useTranslator()
  const api = useApi<PostsOfficeApi>()
  const [title, setTitle] = useState('')
  const [slug, setSlug] = useState('')
  const [categoryId, setCategory] = useState(choices.find(({ path }) => path === pages.blog)?.id ?? choices[0]?.id ?? 0)
  const { form, isBusy, failure, error } = useForm(async () => {
    const { id } = await api.addPost({ title_en: title, category_id: categoryId, slug })
    navigate(officeHref('post', id), language, 'replace')
  })
  return (
    <article className={`stack-4 ${styles.begin}`}>
      <header className="stack-1">
        <BackLink to={officePages.posts} label={t('posts.title')} />
        <h1>{t('posts.new')}</h1>
        <p className="small">{t('posts.new_text')}</p>
      </header>
      <form {...form} className={styles.details}>
        <TextField
          label={t('edit.in_english', { label: t('posts.post_title') })}
          name="title_en"
          lang="en"
          maxLength={160}
          value={title}
          error={error('title_en')}
          onChange={({ currentTarget }) => {
            setTitle(currentTarget.value)
            setSlug(proposeSlug(slug, title, currentTarget.value))
          }}
        />
        <SelectField
          label={t('posts.category')}
          name="category_id"
          value={categoryId}
          error={error('category_id')}
          onChange={({ currentTarget }) => setCategory(Number(currentTarget.value))}
        >
          {choices.map(({ id, title: name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t('posts.slug')}
          name="slug"
          hint={t('posts.slug_hint')}
          maxLength={80}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={slug}
          error={error('slug')}
          onChange={({ currentTarget }) => setSlug(currentTarget.value)}
        />
        {failure && <Failure>{failure}</Failure>}
        <div>
          <Button type="submit" isBusy={isBusy}>
            {t('posts.create_draft')}
          </Button>
        </div>
      </form>
    </article>
  )
}
