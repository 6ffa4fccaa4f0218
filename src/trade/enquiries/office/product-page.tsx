import { PictureField } from '#content/office/picture-field.tsx'
import { Link, useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { CheckField } from '#ui/form/check-field.tsx'
import { SelectField, TextField } from '#ui/form/field.tsx'
import { useAddedPath } from '#ui/office/record-address.ts'
import { useOffice } from '#ui/office/office-context.ts'
import { EditForm, BilingualField } from '#ui/office/edit/edit-form.tsx'
import { RecordPage, RecordSection } from '#ui/office/record-page.tsx'
import { History } from '#ui/office/history.tsx'
import { PairList } from '#ui/office/bilingual-list.tsx'
import { useEdit } from '#ui/office/edit/use-edit.ts'
import { useProposedSlug } from '#ui/office/use-proposed-slug.ts'
import { href } from '#routes/public.ts'
import { officeHref, officePages } from '#routes/office.ts'
import { pickLocalizedName } from '#locales/localized-name.ts'
import type { Translator } from '#locales/translator.ts'
import { productCategories } from '../limits.ts'
import { categoryLabels } from '../products/category-labels.ts'
import { CertificateChoice } from './certificate-choice.tsx'
import type { CertificatesApi, OfficeCertificate } from './certificates-contract.ts'
import { OrderingFacts } from './ordering-facts.tsx'
import { toRequest, type ProductDraft } from './product-draft.ts'
import styles from './product-page.module.css'
import type { OfficeProduct, ProductsOfficeApi } from './products-contract.ts'
import { Units } from './units.tsx'

interface Data {
  product: OfficeProduct
  certificates: OfficeCertificate[]
}

/** The form that creates and edits a product with its specification. */
export const officeProductPage: Page<ProductsOfficeApi & CertificatesApi, Data> = {
  async load({ api, route }) {
    const [product, { data: certificates }] = await Promise.all([
      route.params['id'] === 'new' ? newProduct : api.getOfficeProduct({ id: Number(route.params['id']) }),
      api.getCertificates({}),
    ])
    return { product, certificates }
  },
  head: ({ product }, { t }) => ({ title: product.id ? product.name_en : t('catalogue.new'), hidden: true }),
  View: ({ data }) => <ProductForm data={data.product} certificates={data.certificates} />,
}

const newProduct: OfficeProduct = {
  id: 0,
  version: 0,
  slug: '',
  picture: '',
  shown: null,
  name_en: '',
  name_bn: '',
  summary_en: '',
  summary_bn: '',
  description_en: '',
  description_bn: '',
  materials: [],
  sizes: [],
  finishes: [],
  measures: [],
  category: 'other',
  minimum_quantity: null,
  minimum_unit: null,
  minimum_order_en: '',
  minimum_order_bn: '',
  lead_from_days: null,
  lead_to_days: null,
  lead_time_en: '',
  lead_time_bn: '',
  sample_policy_en: '',
  sample_policy_bn: '',
  certificates: [],
  units: ['piece'],
  choice_kinds: [],
  choice_sizes: [],
  choice_lengths: [],
  choice_types: [],
  choice_finishes: [],
  choice_fittings: [],
  choice_shades: [],
  active: false,
}

const MAX_LINES = 20
const MAX_CHOICES = 60

function ProductForm({ data, certificates }: { data: OfficeProduct; certificates: readonly OfficeCertificate[] }) {
  const translator = useTranslator()
  const { t, language } = translator
  const api = useApi<ProductsOfficeApi>()
  const mayPublish = useOffice().can('publish')
  const edit = useEdit<ProductDraft>(data, {
    save(draft) {
      const { id, version, slug } = draft
      return id ? api.saveProduct({ id, version, ...toRequest(draft) }) : api.addProduct({ slug, ...toRequest(draft) })
    },
    load: () => api.getOfficeProduct({ id: data.id }),
    draft: `office product ${data.id}`,
  })
  const { id, row } = { id: edit.row.id, row: edit.row }
  useAddedPath(data.id === 0 && id !== 0 ? officeHref('product', id) : null)
  useProposedSlug(id === 0, row, edit.set)
  const renderPairList = (name: (typeof listFields)[number][0], max: number, hint?: string) => (
    <PairList
      name={name}
      label={labels[name]!}
      hint={hint}
      pairs={row[name]}
      errors={edit.error}
      maxPairs={max}
      onChange={(pairs) => edit.set({ [name]: pairs })}
    />
  )
  const labels = getFieldLabels(translator)
  return (
    <RecordPage
      back={{ to: officePages.products, label: t('catalogue.title') }}
      about={
        data.id ? (
          <Link to={href('product', { slug: data.slug })}>{t('catalogue.view_page')}</Link>
        ) : (
          t('catalogue.about')
        )
      }
      title={data.id ? pickLocalizedName(language, data) : t('catalogue.new')}
      state={!mayPublish && data.active ? t('catalogue.read_only') : null}
      aside={data.id ? <History subject={`product ${data.id}`} version={row.version} /> : null}
    >
      <EditForm edit={edit} labels={labels}>
        <div className="stack-4">
          <BilingualField edit={edit} en="name_en" bn="name_bn" label={t('catalogue.name')} />
          {!data.id && (
            <TextField
              label={t('catalogue.slug')}
              hint={t('catalogue.slug_hint')}
              autoComplete="off"
              autoCapitalize="none"
              {...edit.text('slug')}
            />
          )}
          <SelectField label={t('products.category')} hint={t('catalogue.category_hint')} {...edit.text('category')}>
            {productCategories.map((category) => (
              <option key={category} value={category}>
                {t(categoryLabels[category])}
              </option>
            ))}
          </SelectField>
          <BilingualField
            edit={edit}
            en="summary_en"
            bn="summary_bn"
            label={t('catalogue.summary')}
            hint={t('catalogue.summary_hint')}
            rows={3}
          />
          <BilingualField
            edit={edit}
            en="description_en"
            bn="description_bn"
            label={t('catalogue.description')}
            hint={t('catalogue.description_hint')}
            rows={8}
          />
          <PictureField
            label={t('slides.picture')}
            shown={row.shown}
            error={edit.error('picture')}
            onChoose={(picture, shown) => edit.set({ picture, shown })}
          />
        </div>
        <RecordSection title={t('product.specification')}>
          <p className={styles.hint}>{t('catalogue.specification_text')}</p>
          <div className="stack-4">
            {renderPairList('materials', MAX_LINES)}
            {renderPairList('sizes', MAX_LINES)}
            {renderPairList('finishes', MAX_LINES)}
            {renderPairList('measures', MAX_LINES, t('catalogue.measures_hint'))}
          </div>
        </RecordSection>
        <RecordSection title={t('product.ordering')}>
          <p className={styles.hint}>{t('catalogue.ordering_text')}</p>
          <div className="stack-4">
            <OrderingFacts edit={edit} />
            <BilingualField
              edit={edit}
              en="minimum_order_en"
              bn="minimum_order_bn"
              label={t('catalogue.minimum_order')}
            />
            <BilingualField edit={edit} en="lead_time_en" bn="lead_time_bn" label={t('catalogue.lead_time')} />
            <BilingualField
              edit={edit}
              en="sample_policy_en"
              bn="sample_policy_bn"
              label={t('product.samples')}
              rows={3}
            />
            <CertificateChoice
              certificates={certificates}
              chosen={row.certificates}
              error={edit.error('certificates')}
              onChange={(chosen) => edit.set({ certificates: chosen })}
            />
          </div>
        </RecordSection>
        <RecordSection title={t('catalogue.choices')}>
          <p className={styles.hint}>{t('catalogue.choices_text')}</p>
          <div className="stack-4">
            <Units edit={edit} />
            {renderPairList('choice_kinds', MAX_CHOICES)}
            {renderPairList('choice_sizes', MAX_CHOICES)}
            {renderPairList('choice_lengths', MAX_CHOICES)}
            {renderPairList('choice_types', MAX_CHOICES)}
            {renderPairList('choice_finishes', MAX_CHOICES)}
            {renderPairList('choice_fittings', MAX_CHOICES)}
            {renderPairList('choice_shades', MAX_CHOICES)}
          </div>
        </RecordSection>
        <CheckField
          label={t('catalogue.active')}
          hint={t(mayPublish ? 'catalogue.active_hint' : 'slides.cannot_publish')}
          name="active"
          checked={row.active}
          disabled={!mayPublish}
          onChange={({ currentTarget }) => edit.set({ active: currentTarget.checked })}
        />
      </EditForm>
    </RecordPage>
  )
}

const bilingualFields = [
  ['name', 'catalogue.name'],
  ['summary', 'catalogue.summary'],
  ['description', 'catalogue.description'],
  ['minimum_order', 'catalogue.minimum_order'],
  ['lead_time', 'catalogue.lead_time'],
  ['sample_policy', 'product.samples'],
] as const
const listFields = [
  ['materials', 'product.materials'],
  ['sizes', 'product.sizes'],
  ['finishes', 'product.finishes'],
  ['measures', 'catalogue.measures'],
  ['choice_kinds', 'product.kind'],
  ['choice_sizes', 'product.sizes'],
  ['choice_lengths', 'product.length'],
  ['choice_types', 'enquiry.types'],
  ['choice_finishes', 'product.finishes'],
  ['choice_fittings', 'enquiry.fittings'],
  ['choice_shades', 'enquiry.shades'],
] as const

function getFieldLabels({ t }: Translator): Partial<Record<keyof OfficeProduct, string>> {
  return {
    picture: t('slides.picture'),
    active: t('catalogue.active'),
    category: t('products.category'),
    minimum_quantity: t('catalogue.minimum_quantity'),
    minimum_unit: t('catalogue.minimum_unit'),
    lead_from_days: t('catalogue.lead_from_days'),
    lead_to_days: t('catalogue.lead_to_days'),
    certificates: t('product.certificates'),
    units: t('catalogue.units'),
    ...Object.fromEntries(listFields.map(([name, messageKey]) => [name, t(messageKey)])),
    ...Object.fromEntries(
      bilingualFields.flatMap(([name, messageKey]) => [
        [`${name}_en`, t('edit.in_english', { label: t(messageKey) })],
        [`${name}_bn`, t('edit.in_bangla', { label: t(messageKey) })],
      ]),
    ),
  }
}
