import { useId, useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { navigate } from '#platform/pages/navigate.ts'
import { useApi, useRoute, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/form/field.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { EditForm, BilingualField } from '#ui/office/edit/edit-form.tsx'
import { Fact, Facts, RecordPage, RecordSection } from '#ui/office/record-page.tsx'
import { useEdit } from '#ui/office/edit/use-edit.ts'
import { formatWhen } from '#ui/office/format-time.ts'
import { officePages } from '#routes/office.ts'
import type { MediaOfficeApi, PictureRecord } from './contract.ts'
import { Crops, FocusField } from './focus-field.tsx'
import styles from './media.module.css'
import { AddButtons, UploadList } from './upload-parts.tsx'
import { useUploads } from './use-uploads.ts'

/** The page of one picture: its description, its focal point and where it is used. */
export const picturePage: Page<MediaOfficeApi, PictureRecord> = {
  load: ({ api, route }) => api.getPicture({ name: route.params['name']! }),
  head: ({ title, name }) => ({ title: title || name, hidden: true }),
  View: ({ data }) => <PictureView key={data.name} file={data} />,
}

function PictureView({ file: record }: { file: PictureRecord }) {
  const { t } = useTranslator()
  const title = record.title || record.picture.alt || record.name
  return (
    <RecordPage
      back={{ to: officePages.pictures, label: t('media.title') }}
      about={record.built ? t('media.built_in') : record.name}
      title={title}
      state={null}
      aside={
        <>
          <PictureUses file={record} />
          <FileFacts file={record} />
          <ReplacePicture file={record} />
          {!record.built && <RemovePicture file={record} />}
        </>
      }
    >
      <PictureForm file={record} />
    </RecordPage>
  )
}

const toRow = ({ version, title, alt_en, alt_bn, decorative, focus_x, focus_y }: PictureRecord) => ({
  version,
  title,
  alt_en,
  alt_bn,
  decorative,
  focus_x,
  focus_y,
})

function PictureForm({ file: record }: { file: PictureRecord }) {
  const { t } = useTranslator()
  const api = useApi<MediaOfficeApi>()
  const office = useOffice()
  const id = useId()
  const edit = useEdit(toRow(record), {
    async save(row) {
      const savedPicture = await api.savePicture({ name: record.name, ...row })
      office.show(savedPicture)
      return toRow(savedPicture)
    },
    load: async () => toRow(await api.getPicture({ name: record.name })),
    draft: `picture ${record.name}`,
  })
  const { row } = edit
  const labels = {
    title: t('media.name'),
    alt_en: t('edit.in_english', { label: t('media.alt') }),
    alt_bn: t('edit.in_bangla', { label: t('media.alt') }),
    decorative: t('media.decorative'),
    focus_x: `${t('media.focus')} ↔`,
    focus_y: `${t('media.focus')} ↕`,
  }
  return (
    <EditForm edit={edit} labels={labels}>
      <RecordSection title={t('media.focus')}>
        <FocusField picture={record.picture} point={row} onMove={edit.set} />
      </RecordSection>
      <RecordSection title={t('media.crops')}>
        <Crops picture={record.picture} point={row} />
      </RecordSection>
      {!row.decorative && (
        <BilingualField
          edit={edit}
          en="alt_en"
          bn="alt_bn"
          label={t('media.alt')}
          hint={t('media.alt_hint')}
          maxLength={300}
          rows={2}
        />
      )}
      <p className={styles.check}>
        <input
          type="checkbox"
          id={id}
          checked={row.decorative}
          onChange={({ currentTarget }) => edit.set({ decorative: currentTarget.checked })}
        />
        <label htmlFor={id}>{t('media.decorative')}</label>
      </p>
      <TextField label={t('media.name')} hint={t('media.name_hint')} maxLength={120} {...edit.text('title')} />
    </EditForm>
  )
}

function PictureUses({ file: { uses } }: { file: PictureRecord }) {
  const { t } = useTranslator()
  const kinds = {
    room: t('media.use_room'),
    post: t('media.use_post'),
    slide: t('media.use_slide'),
    product: t('media.use_product'),
    text: t('media.use_text'),
    draft: t('media.use_draft'),
  }
  return (
    <RecordSection title={t('media.uses')}>
      {uses.length === 0 && <p>{t('media.no_uses')}</p>}
      <ul role="list" className={styles.uses}>
        {uses.map(({ kind, name, path }) => (
          <li key={`${kind} ${name}`}>
            <span className="small">{kinds[kind]}</span> {path ? <a href={path}>{name}</a> : name}
          </li>
        ))}
      </ul>
    </RecordSection>
  )
}

function FileFacts({ file: { picture, sent } }: { file: PictureRecord }) {
  const translator = useTranslator()
  const { t } = translator
  return (
    <RecordSection title={t('media.file_details')}>
      <Facts>
        <Fact name={t('media.size')}>{t('media.size_of', { width: picture.width, height: picture.height })}</Fact>
        {sent && (
          <Fact name={t('media.added')}>
            {t('media.added_by', {
              when: formatWhen(translator, sent.at),
              who: sent.who ?? t('media.uploader_unknown'),
            })}
          </Fact>
        )}
      </Facts>
    </RecordSection>
  )
}

/** Replaces the file of a picture. The name stays, so every page shows the new file. */
function ReplacePicture({ file: { name } }: { file: PictureRecord }) {
  const { t } = useTranslator()
  const office = useOffice()
  const uploads = useUploads([], () => office.refresh())
  return (
    <RecordSection title={t('media.replace')}>
      <p className="small">{t('media.replace_text')}</p>
      <div className="row-3">
        <AddButtons isSingle label={t('media.replace')} onFiles={(files) => uploads.add(files.slice(0, 1), name)} />
      </div>
      <UploadList uploads={uploads} />
    </RecordSection>
  )
}

function RemovePicture({ file: { name, uses } }: { file: PictureRecord }) {
  const { t } = useTranslator()
  const { language } = useRoute()
  const api = useApi<MediaOfficeApi>()
  const [isConfirming, setIsConfirming] = useState(false)
  const [failure, setFailure] = useState('')
  if (uses.length > 0) return null
  async function remove() {
    try {
      await api.removePicture({ name })
      navigate(officePages.pictures, language, 'replace')
    } catch (error) {
      setFailure(error instanceof ApiError && error.message ? error.message : t('media.offline'))
    }
  }
  return (
    <div className="row-3">
      <Button variant="quiet" onClick={() => setIsConfirming(true)}>
        {t('media.remove')}
      </Button>
      <Dialog open={isConfirming} tone="warning" title={t('media.remove_title')} onClose={() => setIsConfirming(false)}>
        <p>{t('media.remove_text')}</p>
        {failure && <p role="alert">{failure}</p>}
        <div className="row-3">
          <Button variant="secondary" onClick={() => setIsConfirming(false)}>
            {t('media.remove_cancel')}
          </Button>
          <Button onClick={() => void remove()}>{t('media.remove')}</Button>
        </div>
      </Dialog>
    </div>
  )
}
