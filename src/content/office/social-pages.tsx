import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { RecordSection } from '#ui/office/record-page.tsx'
import { NumberField } from '#ui/office/number-field.tsx'
import type { InputValue } from '#ui/form/number-input.ts'
import { MoveButtons } from '#ui/office/move-buttons.tsx'
import type { Edit } from '#ui/office/edit/use-edit.ts'
import type { Translator } from '#locales/translator.ts'
import { formatSocialName } from '../reach-links.ts'
import type { SectionValues } from './section-form.tsx'
import styles from './settings.module.css'

interface SocialPage {
  network: string
  url: string
  followers: InputValue
}

export const getSocialLabels = ({ t }: Translator) => ({ social: t('settings.social') })

/** The company's pages on social networks, in their order on the site. */
export function SocialPages({ edit }: { edit: Edit<SectionValues> }) {
  const { t } = useTranslator()
  const socialPages = edit.row['social'] as SocialPage[]
  const setPages = (pages: SocialPage[]) => edit.set({ social: pages })
  const updatePage = (rowIndex: number, patch: Partial<SocialPage>) =>
    setPages(socialPages.map((page, index) => (index === rowIndex ? { ...page, ...patch } : page)))
  return (
    <RecordSection title={t('settings.social')}>
      <p className="small">{t('settings.social_hint')}</p>
      {socialPages.length === 0 && <p>{t('settings.no_pages')}</p>}
      <ol role="list" className={styles.pages}>
        {socialPages.map(({ network, url, followers }, rowIndex) => (
          <li key={rowIndex}>
            <TextField
              label={t('settings.network')}
              name={`network-${rowIndex}`}
              value={network}
              error={edit.error(`social.${rowIndex}.network`)}
              autoComplete="off"
              autoCapitalize="none"
              onChange={({ currentTarget }) => updatePage(rowIndex, { network: currentTarget.value.toLowerCase() })}
            />
            <TextField
              label={t('settings.url')}
              name={`url-${rowIndex}`}
              value={url}
              error={edit.error(`social.${rowIndex}.url`)}
              inputMode="url"
              autoComplete="off"
              onChange={({ currentTarget }) => updatePage(rowIndex, { url: currentTarget.value })}
            />
            <NumberField
              label={t('settings.followers')}
              name={`followers-${rowIndex}`}
              value={followers}
              error={edit.error(`social.${rowIndex}.followers`)}
              onValueChange={(count) => updatePage(rowIndex, { followers: count })}
            />
            <MoveButtons
              list={socialPages}
              at={rowIndex}
              name={formatSocialName(network) || t('settings.network')}
              onMove={setPages}
              isRemovable
            />
          </li>
        ))}
      </ol>
      <div>
        <Button
          variant="secondary"
          disabled={socialPages.length >= MAX_PAGES}
          onClick={() => setPages([...socialPages, { network: '', url: 'https://', followers: null }])}
        >
          {t('settings.add_page')}
        </Button>
      </div>
    </RecordSection>
  )
}

const MAX_PAGES = 10
