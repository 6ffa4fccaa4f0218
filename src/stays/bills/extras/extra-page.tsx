import { useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { CheckField } from '#ui/form/check-field.tsx'
import { readRecordId, useAddedPath } from '#ui/office/record-address.ts'
import { EditForm, BilingualField } from '#ui/office/edit/edit-form.tsx'
import { RecordPage, RecordSection } from '#ui/office/record-page.tsx'
import { History } from '#ui/office/history.tsx'
import { NumberField } from '#ui/office/number-field.tsx'
import { toNumberOrText, type InputValue } from '#ui/form/number-input.ts'
import { useEdit } from '#ui/office/edit/use-edit.ts'
import { officeHref, officePages } from '#routes/office.ts'
import { pickLocalizedName } from '#locales/localized-name.ts'
import type { ExtrasApi, OfficeExtra } from './contract.ts'
import styles from './extras.module.css'

/** The page of an extra, or of a new one. */
export const extraPage: Page<ExtrasApi, OfficeExtra> = {
  async load({ api, route }) {
    if (route.params['id'] === 'new') return newExtra
    return api.getExtra({ id: readRecordId(route) })
  },
  head: (extra, { t, language }) => ({ title: pickLocalizedName(language, extra) || t('extras.new'), hidden: true }),
  View: ExtraView,
}

const newExtra: OfficeExtra = { id: 0, version: 0, name_en: '', name_bn: '', price: null, vat: null, active: true }

/** An extra whose numbers may be incomplete while the user types. */
interface ExtraRow extends Omit<OfficeExtra, 'price' | 'vat'> {
  price: InputValue
  vat: InputValue
}

function ExtraView({ data }: { data: OfficeExtra }) {
  const { t, language } = useTranslator()
  const api = useApi<ExtrasApi>()
  const edit = useEdit<ExtraRow>(data, {
    save({ id, version, price, vat, ...row }) {
      const form = { ...row, price: toNumberOrText(price) as number, vat: toNumberOrText(vat) as number | null }
      return id ? api.saveExtra({ id, version, ...form }) : api.addExtra(form)
    },
    load: () => api.getExtra({ id: data.id }),
    draft: `office extra ${data.id}`,
  })
  const { id, version, price, vat, active } = edit.row
  useAddedPath(data.id === 0 && id !== 0 ? officeHref('extra', id) : null)
  const name = t('extras.name')
  const labels = {
    name_en: t('edit.in_english', { label: name }),
    name_bn: t('edit.in_bangla', { label: name }),
    price: t('extras.price'),
    vat: t('extras.vat'),
    active: t('extras.active'),
  }
  return (
    <RecordPage
      back={{ to: officePages.extras, label: t('extras.title') }}
      about={t('extras.one')}
      title={pickLocalizedName(language, data) || t('extras.new')}
      state={null}
      aside={data.id ? <History subject={`extra ${data.id}`} version={version} /> : null}
    >
      <EditForm edit={edit} labels={labels}>
        <RecordSection title={t('extras.details')}>
          <div className="stack-4">
            <BilingualField edit={edit} en="name_en" bn="name_bn" label={name} />
            <div className={styles.short}>
              <NumberField
                label={labels.price}
                name="price"
                value={price}
                onValueChange={(typed) => edit.set({ price: typed })}
                error={edit.error('price')}
              />
              <NumberField
                label={labels.vat}
                name="vat"
                hint={t('extras.vat_hint')}
                value={vat}
                onValueChange={(typed) => edit.set({ vat: typed })}
                error={edit.error('vat')}
              />
            </div>
            <CheckField
              label={labels.active}
              hint={t('extras.active_hint')}
              name="active"
              checked={active}
              onChange={({ currentTarget }) => edit.set({ active: currentTarget.checked })}
            />
          </div>
        </RecordSection>
      </EditForm>
    </RecordPage>
  )
}
