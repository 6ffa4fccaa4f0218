import { PictureField } from '#content/office/picture-field.tsx'
import { Link, useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { CheckField } from '#ui/form/check-field.tsx'
import { TextField } from '#ui/form/field.tsx'
import { useAddedPath } from '#ui/office/record-address.ts'
import { useOffice } from '#ui/office/office-context.ts'
import { EditForm, BilingualField } from '#ui/office/edit-form.tsx'
import { File, Part } from '#ui/office/record-page.tsx'
import { History } from '#ui/office/history.tsx'
import { PairList } from '#ui/office/bilingual-list.tsx'
import { useEdit } from '#ui/office/use-edit.ts'
import { useProposedSlug } from '#ui/office/use-proposed-slug.ts'
import { href } from '#routes/public.ts'
import { officeHref, officePages } from '#routes/office.ts'
import { localizedName } from '#locales/localized-name.ts'
import type { Translator } from '#locales/translator.ts'
import styles from './product-page.module.css'
import type { OfficeProduct, ProductsOfficeApi } from './products-contract.ts'
import { Units } from './units.tsx'

/** The form of a product with its specification, also for a new product. */
export const officeProductPage: Page<ProductsOfficeApi, OfficeProduct> = {
  load: async ({ api, place }) =>
    place.params['id'] === 'new' ? newProduct : api.getOfficeProduct({ id: Number(place.params['id']) }),
  head: (product, { t }) => ({ title: product.id ? product.name_en : t('catalogue.new'), hidden: true }),
  View: ProductView,
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
  minimum_order_en: '',
  minimum_order_bn: '',
  lead_time_en: '',
  lead_time_bn: '',
  sample_policy_en: '',
  sample_policy_bn: '',
  units: ['piece'],
  choice_sizes: [],
  choice_finishes: [],
  choice_shades: [],
  active: false,
}

const MAX_LINES = 20
const MAX_CHOICES = 60

function ProductView({ data }: { data: OfficeProduct }) {
  const translator = useTranslator()
  const { t, language } = translator
  const api = useApi<ProductsOfficeApi>()
  const mayPublish = useOffice().may('publish')
  const edit = useEdit<OfficeProduct>(data, {
    save: ({ shown: _, id, version, slug, ...form }) =>
      id ? api.saveProduct({ id, version, ...form }) : api.addProduct({ slug, ...form }),
    load: () => api.getOfficeProduct({ id: data.id }),
    draft: `office product ${data.id}`,
  })
  const { id, row } = { id: edit.row.id, row: edit.row }
  useAddedPath(data.id === 0 && id !== 0 ? officeHref('product', id) : null)
  useProposedSlug(id === 0, row, edit.set)
  const list = (name: (typeof listFields)[number][0], max: number) => (
    <PairList
      name={name}
      label={labels[name]!}
      pairs={row[name]}
      errors={edit.error}
      maxPairs={max}
      onChange={(pairs) => edit.set({ [name]: pairs })}
    />
  )
  const labels = fieldLabels(translator)
  return (
    <File
      back={{ to: officePages.products, label: t('catalogue.title') }}
      about={
        data.id ? (
          <Link to={href('product', { slug: data.slug })}>{t('catalogue.view_page')}</Link>
        ) : (
          t('catalogue.about')
        )
      }
      title={data.id ? localizedName(language, data) : t('catalogue.new')}
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
        <Part title={t('product.specification')}>
          <p className={styles.hint}>{t('catalogue.specification_text')}</p>
          <div className="stack-4">
            {list('materials', MAX_LINES)}
            {list('sizes', MAX_LINES)}
            {list('finishes', MAX_LINES)}
          </div>
        </Part>
        <Part title={t('product.ordering')}>
          <div className="stack-4">
            <BilingualField
              edit={edit}
              en="minimum_order_en"
              bn="minimum_order_bn"
              label={t('product.minimum_order')}
            />
            <BilingualField edit={edit} en="lead_time_en" bn="lead_time_bn" label={t('product.lead_time')} />
            <BilingualField
              edit={edit}
              en="sample_policy_en"
              bn="sample_policy_bn"
              label={t('product.samples')}
              rows={3}
            />
          </div>
        </Part>
        <Part title={t('catalogue.choices')}>
          <p className={styles.hint}>{t('catalogue.choices_text')}</p>
          <div className="stack-4">
            <Units edit={edit} />
            {list('choice_sizes', MAX_CHOICES)}
            {list('choice_finishes', MAX_CHOICES)}
            {list('choice_shades', MAX_CHOICES)}
          </div>
        </Part>
        <CheckField
          label={t('catalogue.active')}
          hint={t(mayPublish ? 'catalogue.active_hint' : 'slides.cannot_publish')}
          name="active"
          checked={row.active}
          disabled={!mayPublish}
          onChange={({ currentTarget }) => edit.set({ active: currentTarget.checked })}
        />
      </EditForm>
    </File>
  )
}

const bilingualFields = [
  ['name', 'catalogue.name'],
  ['summary', 'catalogue.summary'],
  ['description', 'catalogue.description'],
  ['minimum_order', 'product.minimum_order'],
  ['lead_time', 'product.lead_time'],
  ['sample_policy', 'product.samples'],
] as const
const listFields = [
  ['materials', 'product.materials'],
  ['sizes', 'product.sizes'],
  ['finishes', 'product.finishes'],
  ['choice_sizes', 'product.sizes'],
  ['choice_finishes', 'product.finishes'],
  ['choice_shades', 'enquiry.shades'],
] as const

function fieldLabels({ t }: Translator): Partial<Record<keyof OfficeProduct, string>> {
  return {
    picture: t('slides.picture'),
    active: t('catalogue.active'),
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
