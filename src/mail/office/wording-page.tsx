import { useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/form/field.tsx'
import { EditForm } from '#ui/office/edit/edit-form.tsx'
import { RecordPage, RecordSection } from '#ui/office/record-page.tsx'
import { useEdit, type Edit } from '#ui/office/edit/use-edit.ts'
import { officePages } from '#routes/office.ts'
import { formatEmailKind } from './kind-names.ts'
import type { EmailWording, EmailWordingApi } from './wording-contract.ts'
import { Preview } from './wording-preview.tsx'
import styles from './wording.module.css'

type Word = EmailWording['words'][number]

/** The page of an email: its preview, and its texts if the company can change them. */
export const emailWordingPage: Page<EmailWordingApi, EmailWording> = {
  load: ({ api, route }) => api.getEmailWording({ kind: route.params['kind'] as EmailWording['kind'] }),
  head: ({ kind }, translator) => ({ title: formatEmailKind(kind, translator), hidden: true }),
  View: WordingView,
}

/** Clears texts that equal the default, so they follow later changes of the app. */
export const clearDefaults = (words: readonly Word[]) =>
  words.map(({ key, own_en, own_bn, product_en, product_bn }) => ({
    key,
    own_en: own_en === product_en ? '' : own_en,
    own_bn: own_bn === product_bn ? '' : own_bn,
  }))

function WordingView({ data }: { data: EmailWording }) {
  const translator = useTranslator()
  const { t } = translator
  const api = useApi<EmailWordingApi>()
  const edit = useEdit<EmailWording>(data, {
    save: (row) => api.saveEmailWording({ kind: row.kind, version: row.version, words: clearDefaults(row.words) }),
    load: () => api.getEmailWording({ kind: data.kind }),
    draft: `office email ${data.kind}`,
  })
  if (edit.row.words.length === 0)
    return (
      <RecordPage
        back={{ to: officePages.emailWordings, label: t('emails.templates') }}
        about={t('emails.templates')}
        title={formatEmailKind(data.kind, translator)}
        state={t('emails.fixed_text')}
      >
        <Preview kind={data.kind} words={[]} />
      </RecordPage>
    )
  const hasOwnTexts = edit.row.words.some(({ own_en, own_bn }) => own_en || own_bn)
  return (
    <RecordPage
      back={{ to: officePages.emailWordings, label: t('emails.templates') }}
      about={t('emails.templates')}
      title={formatEmailKind(data.kind, translator)}
      state={t('emails.template_text')}
      aside={<Preview kind={data.kind} words={clearDefaults(edit.row.words)} />}
    >
      <EditForm
        edit={edit}
        labels={{ words: t('emails.text') }}
        formatField={(field, value) => (field === 'words' ? formatOwnTexts(value as Word[]) : undefined)}
        actions={
          hasOwnTexts ? (
            <Button
              variant="quiet"
              onClick={() => edit.set({ words: edit.row.words.map((word) => ({ ...word, own_en: '', own_bn: '' })) })}
            >
              {t('emails.restore_all')}
            </Button>
          ) : null
        }
      >
        {edit.row.words.map((word, index) => (
          <WordingField key={word.key} word={word} at={index} edit={edit} />
        ))}
      </EditForm>
    </RecordPage>
  )
}

/** Shows the default text until the company replaces it. */
function WordingField({ word, at: index, edit }: { word: Word; at: number; edit: Edit<EmailWording> }) {
  const { t } = useTranslator()
  const label = t(`emails.part_${getPartKind(word.key)}`)
  const update = (change: Partial<Word>) =>
    edit.set({ words: edit.row.words.map((item) => (item.key === word.key ? { ...item, ...change } : item)) })
  const hasOwnText = word.own_en !== '' || word.own_bn !== ''
  const placeholders = [...new Set(word.product_en.match(/\{\w+\}/g))].join(', ')
  return (
    <RecordSection title={label}>
      {hasOwnText ? (
        <>
          {placeholders && <p className="small">{t('emails.placeholders', { places: placeholders })}</p>}
          <div className={styles.both}>
            {(['en', 'bn'] as const).map((language) => (
              <TextArea
                key={language}
                lang={language}
                label={t(language === 'en' ? 'edit.in_english' : 'edit.in_bangla', { label })}
                name={`words.${index}.own_${language}`}
                rows={Math.max(2, Math.ceil(word[`own_${language}`].length / 36))}
                maxLength={600}
                value={word[`own_${language}`]}
                error={edit.error(`words.${index}.own_${language}`)}
                onChange={({ currentTarget }) =>
                  update({ [`own_${language}`]: currentTarget.value.replaceAll('\n', ' ') } as Partial<Word>)
                }
              />
            ))}
          </div>
          <div>
            <Button variant="quiet" onClick={() => update({ own_en: '', own_bn: '' })}>
              {t('emails.restore')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <div className={styles.both}>
            <p className="anywhere" lang="en">
              {word.product_en}
            </p>
            <p className="anywhere" lang="bn">
              {word.product_bn}
            </p>
          </div>
          <div>
            <Button variant="quiet" onClick={() => update({ own_en: word.product_en, own_bn: word.product_bn })}>
              {t('emails.edit_text')}
            </Button>
          </div>
        </>
      )}
    </RecordSection>
  )
}

const subjectKeyPattern = /_subject|mail\.(app_|passkey_|recovery_)/
const buttonKeyPattern = /_link$|mail\.(company_see|company_answer|morning_(figures|day))/
const getPartKind = (key: string) =>
  subjectKeyPattern.test(key) ? 'subject' : buttonKeyPattern.test(key) ? 'button' : 'text'

const formatOwnTexts = (words: readonly Word[]): string =>
  words
    .filter(({ own_en, own_bn }) => own_en || own_bn)
    .flatMap(({ own_en, own_bn }) => [own_en, own_bn])
    .filter(Boolean)
    .join('\n')
