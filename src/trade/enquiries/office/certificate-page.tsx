import { navigate } from '#platform/pages/navigate.ts'
import { useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { TextField } from '#ui/form/field.tsx'
import { DateField } from '#ui/office/date-field.tsx'
import { readRecordId, useAddedPath } from '#ui/office/record-address.ts'
import { ConfirmedAction } from '#ui/office/confirmed-action.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { EditForm, BilingualField } from '#ui/office/edit/edit-form.tsx'
import { RecordPage, RecordSection } from '#ui/office/record-page.tsx'
import { History } from '#ui/office/history.tsx'
import { useEdit } from '#ui/office/edit/use-edit.ts'
import { officeHref, officePages } from '#routes/office.ts'
import { pickLocalizedName } from '#locales/localized-name.ts'
import { enquiryLimits } from '../limits.ts'
import type { CertificatesApi, OfficeCertificate } from './certificates-contract.ts'

/** The form that creates and edits a certificate. */
export const certificatePage: Page<CertificatesApi, OfficeCertificate> = {
  async load({ api, route }) {
    if (route.params['id'] === 'new') return newCertificate
    return api.getCertificate({ id: readRecordId(route) })
  },
  head: (certificate, { t, language }) => ({
    title: pickLocalizedName(language, certificate) || t('certificates.new'),
    hidden: true,
  }),
  View: CertificateView,
}

const newCertificate: OfficeCertificate = {
  id: 0,
  version: 0,
  name_en: '',
  name_bn: '',
  number: '',
  valid_until: '',
  expired: false,
  products: 0,
}

function CertificateView({ data }: { data: OfficeCertificate }) {
  const { t, language } = useTranslator()
  const api = useApi<CertificatesApi>()
  const mayPublish = useOffice().can('publish')
  const edit = useEdit<OfficeCertificate>(data, {
    save: ({ id, version, expired: _, products: __, ...form }) =>
      id ? api.saveCertificate({ id, version, ...form }) : api.addCertificate(form),
    load: () => api.getCertificate({ id: data.id }),
    draft: `office certificate ${data.id}`,
  })
  const { id, version, expired, products } = edit.row
  useAddedPath(data.id === 0 && id !== 0 ? officeHref('certificate', id) : null)
  const name = t('certificates.name')
  const labels = {
    name_en: t('edit.in_english', { label: name }),
    name_bn: t('edit.in_bangla', { label: name }),
    number: t('certificates.number'),
    valid_until: t('certificates.valid_until'),
  }
  return (
    <RecordPage
      back={{ to: officePages.certificates, label: t('certificates.title') }}
      about={t('certificates.one')}
      title={pickLocalizedName(language, data) || t('certificates.new')}
      state={
        expired ? t('certificates.expired_text') : !mayPublish && products > 0 ? t('certificates.read_only') : null
      }
      aside={data.id ? <History subject={`certificate ${data.id}`} version={version} /> : null}
    >
      <EditForm edit={edit} labels={labels} actions={data.id ? <RemoveCertificate certificate={edit.row} /> : null}>
        <RecordSection title={t('certificates.one')}>
          <div className="stack-4">
            <BilingualField
              edit={edit}
              en="name_en"
              bn="name_bn"
              label={name}
              hint={t('certificates.name_hint')}
              maxLength={enquiryLimits.certificate}
            />
            <div className="pair">
              <TextField label={labels.number} maxLength={60} autoComplete="off" {...edit.text('number')} />
              <DateField
                label={labels.valid_until}
                hint={t('certificates.valid_until_hint')}
                {...edit.text('valid_until')}
              />
            </div>
          </div>
        </RecordSection>
      </EditForm>
    </RecordPage>
  )
}

/** Deletes a certificate, also from its products. Only the audit log keeps it. */
function RemoveCertificate({ certificate }: { certificate: OfficeCertificate }) {
  const { t, language } = useTranslator()
  const api = useApi<CertificatesApi>()
  const { id, version } = certificate
  return (
    <ConfirmedAction
      label={t('certificates.remove')}
      title={t('certificates.remove_title')}
      text={t('certificates.remove_text', { title: pickLocalizedName(language, certificate) })}
      confirmLabel={t('certificates.remove')}
      failed={t('office.offline')}
      onConfirm={async () => {
        await api.removeCertificate({ id, version })
        navigate(officePages.certificates, language, 'replace')
      }}
    />
  )
}
