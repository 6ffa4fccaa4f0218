import type { ContentApi, GlobalData } from '#content/contract.ts'
import { useGlobal } from '#content/global.ts'
import { ContactList } from '#content/reach-list.tsx'
import { useTranslator, type Page } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { FactList } from '#ui/fact-list.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { href } from '#routes/public.ts'
import styles from './legal.module.css'
import { PageSection } from './page-section.tsx'

type Data = Pick<GlobalData, 'legal' | 'houseName'>

/** The operator of the site, as far as the company has filled it in. */
export const imprintPage: Page<ContentApi, Data> = {
  async load({ api }) {
    const { legal, houseName } = await api.getGlobalData({})
    const { registration, tradeLicence, taxNumber } = legal
    return {
      legal: {
        ...legal,
        registration: dropZeroFilled(registration),
        tradeLicence: dropZeroFilled(tradeLicence),
        taxNumber: dropZeroFilled(taxNumber),
      },
      houseName,
    }
  },
  head: (_, { t }, { path }) => ({
    title: t('shell.imprint'),
    description: t('imprint.text'),
    trail: [{ name: t('shell.imprint'), path }],
  }),
  View: ImprintView,
}

function ImprintView({ data: { legal, houseName } }: { data: Data }) {
  const { t } = useTranslator()
  const { name, map } = useGlobal()
  const registrationFacts = [
    [t('imprint.registration'), legal.registration],
    [t('imprint.trade_licence'), legal.tradeLicence],
    [t('imprint.tax_number'), legal.taxNumber],
  ].flatMap(([label, text]) => (label && text ? [{ label, text }] : []))
  return (
    <>
      <PageHead title={t('shell.imprint')} text={t('imprint.text')} />
      <div className={`container ${styles.body}`}>
        <PageSection title={t('imprint.who_title')}>
          <p>
            <strong>{legal.name ?? name}</strong>
          </p>
          {legal.responsible && (
            <p>
              {t('imprint.responsible')}: {legal.responsible}
            </p>
          )}
          <p>{t('imprint.house_text', { house: houseName })}</p>
        </PageSection>
        <PageSection title={t('imprint.reach_title')}>
          <ContactList />
        </PageSection>
        {registrationFacts.length > 0 && (
          <PageSection title={t('imprint.registered_title')}>
            <FactList facts={registrationFacts} />
          </PageSection>
        )}
        <PageSection title={t('imprint.data_title')}>
          <p>{t('imprint.data_text')}</p>
          <p>
            <ButtonLink variant="secondary" to={href('privacy')}>
              {t('shell.privacy')}
            </ButtonLink>
          </p>
        </PageSection>
        {URL.canParse(map.embedUrl) && (
          <PageSection title={t('imprint.others_title')}>
            <p>{t('privacy.map_text', { host: new URL(map.embedUrl).host })}</p>
          </PageSection>
        )}
      </div>
    </>
  )
}

/** Returns null for a number that is only a placeholder, such as C-00000/1995. The year at its end does not count. */
function dropZeroFilled(number: string | null): string | null {
  const isZeroFilled = number && /[0০]/.test(number) && !/[1-9১-৯]/.test(number.replace(/\b\d{4}$/, ''))
  return isZeroFilled ? null : number
}
