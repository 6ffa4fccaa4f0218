import { Link, useTranslator } from '#platform/pages/page.tsx'
import { Chip } from '#ui/office/record-page.tsx'
import { officePages } from '#routes/office.ts'
import { pickLocalizedName } from '#locales/localized-name.ts'
import type { OfficeCertificate } from './certificates-contract.ts'
import styles from './product-page.module.css'

/** The certificates of a product, chosen from those of the company. */
export function CertificateChoice({
  certificates,
  chosen,
  error,
  onChange,
}: {
  certificates: readonly OfficeCertificate[]
  chosen: readonly number[]
  error: string | undefined
  onChange: (chosen: number[]) => void
}) {
  const { t, language } = useTranslator()
  return (
    <fieldset className={styles.choice}>
      <legend>{t('product.certificates')}</legend>
      {certificates.length === 0 && <p className={styles.hint}>{t('certificates.none')}</p>}
      <ul role="list">
        {certificates.map((certificate) => (
          <li key={certificate.id} className="beside-3">
            <label className="beside-2">
              <input
                type="checkbox"
                name={`certificate-${certificate.id}`}
                checked={chosen.includes(certificate.id)}
                onChange={({ currentTarget }) =>
                  onChange(
                    currentTarget.checked
                      ? [...chosen, certificate.id]
                      : chosen.filter((other) => other !== certificate.id),
                  )
                }
              />
              {[pickLocalizedName(language, certificate), certificate.number].filter(Boolean).join(', ')}
            </label>
            {certificate.expired && <Chip tone="due">{t('certificates.expired')}</Chip>}
          </li>
        ))}
      </ul>
      {error && <p className={styles.error}>{error}</p>}
      <p className="links">
        <Link to={officePages.certificates}>{t('catalogue.manage_certificates')}</Link>
      </p>
    </fieldset>
  )
}
