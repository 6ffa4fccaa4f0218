import { useState } from 'react'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextArea, TextField } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useOffice } from '#ui/office/office-context.ts'
import { useToast } from '#ui/toast.tsx'
import { proposeSlug } from '#platform/slug.ts'
import type { PostsOfficeApi } from './contract.ts'
import styles from './dialog.module.css'

/** A dialog for adding a category with its title, introduction and slug. */
export const CategoryDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const { t } = useTranslator()
  return (
    <Dialog open={open} size="wide" title={t('posts.category_title')} onClose={onClose}>
      <CategoryForm onAdded={onClose} />
    </Dialog>
  )
}

const emptyForm = { title_en: '', title_bn: '', intro_en: '', intro_bn: '', slug: '' }

function CategoryForm({ onAdded }: { onAdded: () => void }) {
  const { t } = useTranslator()
  const api = useApi<PostsOfficeApi>()
  const { refresh } = useOffice()
  const toast = useToast()
  const [row, setRow] = useState(emptyForm)
  const { form, isBusy, failure, error } = useForm(async () => {
    await api.addPostCategory(row)
    toast(t('posts.category_added', { name: row.title_en }))
    refresh()
    onAdded()
  })
  const getFieldProps = (name: keyof typeof emptyForm) => ({
    name,
    value: row[name],
    error: error(name),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setRow({
        ...row,
        [name]: value,
        ...(name === 'title_en' && { slug: proposeSlug(row.slug, row.title_en, value) }),
      }),
  })
  const [name, intro] = [t('posts.category_name'), t('posts.category_intro')]
  return (
    <form {...form} className={styles.ask}>
      <p className={styles.small}>{t('posts.category_text')}</p>
      <div className={styles.pair}>
        <TextField
          label={t('edit.in_english', { label: name })}
          lang="en"
          maxLength={80}
          {...getFieldProps('title_en')}
        />
        <TextField
          label={t('edit.in_bangla', { label: name })}
          lang="bn"
          maxLength={80}
          {...getFieldProps('title_bn')}
        />
        <TextArea
          label={t('edit.in_english', { label: intro })}
          lang="en"
          rows={3}
          maxLength={400}
          {...getFieldProps('intro_en')}
        />
        <TextArea
          label={t('edit.in_bangla', { label: intro })}
          lang="bn"
          rows={3}
          maxLength={400}
          {...getFieldProps('intro_bn')}
        />
      </div>
      <TextField
        label={t('posts.category_slug')}
        hint={t('posts.category_slug_hint')}
        maxLength={80}
        autoComplete="off"
        {...getFieldProps('slug')}
      />
      {failure && <Failure>{failure}</Failure>}
      <div>
        <Button type="submit" isBusy={isBusy}>
          {t('posts.category_add')}
        </Button>
      </div>
    </form>
  )
}
