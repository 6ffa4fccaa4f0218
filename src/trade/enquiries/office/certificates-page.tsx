import { useTranslator, type Page } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { BackLink, Chip } from '#ui/office/record-page.tsx'
import { EmptyListMessage, ListHead, Rows } from '#ui/office/list.tsx'
import { officeHref, officePages } from '#routes/office.ts'
import { pickLocalizedName } from '#locales/localized-name.ts'
import type { CertificatesApi, OfficeCertificate } from './certificates-contract.ts'

/** The certificates of the company. Expired ones are marked. */
export const certificatesPage: Page<CertificatesApi, { data: OfficeCertificate[] }> = {
  load: ({ api }) => api.getCertificates({}),
  head: (_, { t }) => ({ title: t('certificates.title'), hidden: true }),
  View: CertificatesView,
}

function CertificatesView({ data: { data } }: { data: { data: OfficeCertificate[] } }) {
  const { t, count, day, language } = useTranslator()
  const addButton = <ButtonLink to={officeHref('certificate', 'new')}>{t('certificates.add')}</ButtonLink>
  return (
    <>
      <BackLink to={officePages.products} label={t('catalogue.title')} />
      <ListHead title={t('certificates.title')} about={t('certificates.about')}>
        {data.length > 0 && addButton}
      </ListHead>
      {data.length === 0 ? (
        <EmptyListMessage title={t('certificates.none')} text={t('certificates.none_text')} action={addButton} />
      ) : (
        <Rows
          rows={data.map((certificate) => ({
            path: officeHref('certificate', certificate.id),
            title: pickLocalizedName(language, certificate),
            about: [
              certificate.number,
              certificate.valid_until
                ? t('certificates.until', { day: day(certificate.valid_until) })
                : t('certificates.no_end'),
            ]
              .filter(Boolean)
              .join(' · '),
            small:
              certificate.products > 0 ? count('certificates.used', certificate.products) : t('certificates.not_used'),
            chip: certificate.expired ? <Chip tone="due">{t('certificates.expired')}</Chip> : null,
          }))}
        />
      )}
    </>
  )
}
